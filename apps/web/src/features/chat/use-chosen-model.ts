import type { SessionState } from '@slipstream/client';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { readStored, writeStored } from '../../app/stored.ts';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';
import { useModels } from '../models/models-context.tsx';

const storedKey = 'slipstream.model';

/**
 * The model that the next message goes to: the session's own, or, where there is no session yet, the one that was
 * chosen last in this browser. Null for the server's default.
 */
export function useChosenModel(state: SessionState): [string | null, (model: string) => void] {
  const { t } = useTranslation();
  const client = useClient();
  const models = useModels();
  const [wanted, setWanted] = useState(() => readStored(storedKey));
  const { sessionId, session } = state;
  const exists = session !== null;
  const choose = useCallback(
    (model: string) => {
      setWanted(model);
      writeStored(storedKey, model);
      if (!exists) return;
      client.updateSession(sessionId, { model }).catch((thrown: unknown) => notify(thrownWords(t, thrown)));
    },
    [client, sessionId, exists, t],
  );
  if (session) return [session.model, choose];
  const offered = models?.models.some((model) => model.id === wanted) ?? false;
  return [offered ? wanted : null, choose];
}
