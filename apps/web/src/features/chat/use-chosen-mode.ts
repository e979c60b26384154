import type { SessionState } from '@slipstream/client';
import type { Mode } from '@slipstream/protocol';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';

/**
 * The session's mode; where there is no session yet, the one that its first message will name. It is not remembered
 * for other chats: what may be done without asking is said anew for each.
 */
export function useChosenMode(state: SessionState): [Mode, (mode: Mode) => void] {
  const { t } = useTranslation();
  const client = useClient();
  const [wanted, setWanted] = useState<Mode>('default');
  const { sessionId, session } = state;
  const exists = session !== null;
  const choose = useCallback(
    (mode: Mode) => {
      setWanted(mode);
      if (!exists) return;
      client.updateSession(sessionId, { mode }).catch((thrown: unknown) => notify(thrownWords(t, thrown)));
    },
    [client, sessionId, exists, t],
  );
  return [session?.mode ?? wanted, choose];
}
