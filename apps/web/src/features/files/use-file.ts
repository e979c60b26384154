// A file of the workspace as it is now, and what is different in it: asked again whenever `stamp` is another one. What
// was shown stays until the answer is there.
import type { ChangedFileDiff, WorkspaceContent } from '@slipstream/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { thrownWords } from '../connection/error-words.ts';

type Loaded<T> = { value: T | null; problem: string | null };

export function useContent(path: string, stamp: string): Loaded<WorkspaceContent> {
  const client = useClient();
  return useLoaded(() => client.workspaceContent(path), `${path} ${stamp}`);
}

export function useDiff(sessionId: string, path: string, stamp: string): Loaded<ChangedFileDiff> {
  const client = useClient();
  return useLoaded(() => client.changedFile(sessionId, path), `${path} ${stamp}`);
}

function useLoaded<T>(load: () => Promise<T>, when: string): Loaded<T> {
  const { t } = useTranslation();
  const [loaded, setLoaded] = useState<Loaded<T>>({ value: null, problem: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `when` says what is to be loaded, and when again.
  useEffect(() => {
    let gone = false;
    load().then(
      (value) => {
        if (gone) return;
        setLoaded((known) =>
          known.problem === null && JSON.stringify(known.value) === JSON.stringify(value)
            ? known
            : { value, problem: null },
        );
      },
      (thrown: unknown) => {
        if (!gone) setLoaded({ value: null, problem: toWords(thrown) });
      },
    );
    return () => {
      gone = true;
    };
  }, [when]);
  const toWords = (thrown: unknown) => {
    const { code, details } = thrown as { code?: unknown; details?: { reason?: unknown } };
    if (code === 'not_found') return t('files.gone');
    if (details?.reason === 'secret') return t('files.secret');
    if (details?.reason === 'git') return t('files.git');
    return thrownWords(t, thrown);
  };
  return loaded;
}
