import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';

/** Folds a session's older messages, and says how that went. */
export function useFold(): (sessionId: string) => Promise<void> {
  const { t } = useTranslation();
  const client = useClient();
  return useCallback(
    async (sessionId) => {
      notify(t('context.folding'));
      try {
        const compaction = await client.compact(sessionId);
        notify(
          compaction ? t('context.foldedNow', { count: compaction.messages }) : t('context.nothingToFold'),
        );
      } catch (thrown) {
        notify(thrownWords(t, thrown));
      }
    },
    [client, t],
  );
}
