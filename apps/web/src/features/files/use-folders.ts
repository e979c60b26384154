// What is in the folders that are open: each asked for when it is opened, and all of them again whenever `stamp` is
// another one. One round at a time; what was shown stays until the next is there, also where that fails.
import type { WorkspaceFolder } from '@slipstream/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { thrownWords } from '../connection/error-words.ts';
import type { FolderState } from './tree-rows.ts';

/** `onGone` is told of an open folder that is not there any more. */
export function useFolders(open: ReadonlySet<string>, stamp: string, onGone: (path: string) => void) {
  const { t } = useTranslation();
  const client = useClient();
  const [folders, setFolders] = useState<ReadonlyMap<string, FolderState>>(new Map());
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  const readAt = useRef(new Map<string, string>());
  const now = `${stamp} ${tries}`;

  const read = useCallback(
    async (path: string) => {
      const put = (next: (before: FolderState) => FolderState) =>
        setFolders((before) => {
          const known = before.get(path) ?? { listing: null, problem: null };
          const state = next(known);
          return state === known ? before : new Map(before).set(path, state);
        });
      try {
        const listing = await client.workspaceFolder(path);
        put((known) =>
          known.problem === null && isSame(known.listing, listing) ? known : { listing, problem: null },
        );
      } catch (thrown) {
        if (path !== '' && isGone(thrown)) onGone(path);
        else put(({ listing }) => ({ listing, problem: thrownWords(t, thrown) }));
      }
    },
    [client, onGone, t],
  );

  useEffect(() => {
    if (busy) return;
    const due = ['', ...open].filter((path) => readAt.current.get(path) !== now);
    if (due.length === 0) return;
    for (const path of due) readAt.current.set(path, now);
    setBusy(true);
    void Promise.all(due.map(read)).finally(() => setBusy(false));
  }, [busy, open, now, read]);

  return { folders, retry: useCallback(() => setTries((count) => count + 1), []) };
}

function isSame(before: WorkspaceFolder | null, after: WorkspaceFolder): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** Also a folder that is a file by now. */
function isGone(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    (thrown.code === 'not_found' || thrown.code === 'invalid_request')
  );
}
