// The files that a session's tools have changed, and what has become of each since: over all its turns, whichever branch
// is shown, for all of them worked in the same folder.
import { AppError, type ChangedFile, type ChangedFileDiff, type ChangedFileList } from '@slipstream/protocol';
import type { FileRestorer } from './file-restorer.ts';
import type { SecretMask } from './mask-secrets.ts';
import type { Store, StoredFileChange } from './store.ts';

export type SessionFiles = {
  list(sessionId: string): Promise<ChangedFileList>;
  /** Rejects with `not_found` for a file that no tool of the session has changed. */
  diff(session: { id: string; workspace: string }, path: string): Promise<ChangedFileDiff>;
};

export function createSessionFiles(deps: {
  store: Pick<Store, 'changes'>;
  files: FileRestorer;
  secrets: SecretMask;
}): SessionFiles {
  const { store, files, secrets } = deps;
  return {
    list: async (sessionId) => ({ files: toChangedFiles(await store.changes.list(sessionId)) }),
    async diff({ id, workspace }, path) {
      const changes = (await store.changes.list(id)).filter((change) => change.path === path);
      const base = await firstKept(files, changes);
      if (!base) throw new AppError('not_found', 'No tool of this session has changed this file.');
      const { state, diff } = await files.compare(workspace, base);
      return { path, state, diff: diff === null ? null : secrets.mask(diff) };
    },
  };
}

/** The earliest change whose former content is there; where none is, the earliest. */
async function firstKept(
  files: FileRestorer,
  changes: readonly StoredFileChange[],
): Promise<StoredFileChange | undefined> {
  for (const change of changes) if (await files.isKept(change)) return change;
  return changes[0];
}

function toChangedFiles(changes: readonly StoredFileChange[]): ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  for (const { path, turnId, before, at, undoneAt } of changes) {
    const known = files.get(path);
    // In the order of their last change.
    files.delete(path);
    files.set(path, {
      path,
      kind: known?.kind ?? (before === null ? 'created' : 'edited'),
      changes: (known?.changes ?? 0) + 1,
      undone: (known?.undone ?? true) && undoneAt !== null,
      turnId,
      changedAt: at,
    });
  }
  return [...files.values()].reverse();
}
