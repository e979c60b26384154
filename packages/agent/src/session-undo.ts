// Undoes what tools did to files: one change, or all of a turn, the newest first. Each file is looked at before it is
// touched; what somebody has changed since is left alone and said so. To be called while no turn of the session runs.
import { AppError, type FileChange, type FileChangeRecord, type TurnChanges } from '@slipstream/protocol';
import { type Clock, toTimestamp } from './clock.ts';
import type { FileRestorer } from './file-restorer.ts';
import { type ChangeOutlook, type FilesNow, planUndo } from './plan-undo.ts';
import type { Store, StoredFileChange } from './store.ts';

export type SessionUndo = {
  /** The changes of the turn as they are at this moment. */
  changes(sessionId: string, turnId: string): Promise<TurnChanges>;
  /** Gives them as they are afterwards. Doing it again does nothing. Rejects with `not_found` for an unknown change. */
  undo(sessionId: string, turnId: string, changeId: string | undefined): Promise<TurnChanges>;
};

export function createSessionUndo(deps: {
  store: Pick<Store, 'sessions' | 'changes'>;
  files: FileRestorer;
  clock: Clock;
}): SessionUndo {
  const { store, files, clock } = deps;

  const look = async (sessionId: string, turnId: string) => {
    const session = await store.sessions.get(sessionId);
    if (!session) throw new AppError('not_found', 'There is no session with this id.');
    const all = await store.changes.list(sessionId);
    const mine = all.filter((change) => change.turnId === turnId);
    const now = await lookAtFiles(files, session.workspace, all, mine);
    return { workspace: session.workspace, mine, outlook: planUndo(all, turnId, now) };
  };

  const changes = async (sessionId: string, turnId: string): Promise<TurnChanges> => {
    const { mine, outlook } = await look(sessionId, turnId);
    return { changes: mine.map((change) => toFileChange(change, outlook.get(change.id))) };
  };

  return {
    changes,
    async undo(sessionId, turnId, changeId) {
      const { workspace, mine, outlook } = await look(sessionId, turnId);
      const asked = changeId === undefined ? mine : mine.filter((change) => change.id === changeId);
      if (changeId !== undefined && asked.length === 0)
        throw new AppError('not_found', 'There is no such change in this turn.');
      const done: string[] = [];
      for (const change of asked.toReversed()) {
        const found = outlook.get(change.id);
        const isDue = changeId === undefined ? found?.withTurn : found?.state === 'undoable';
        if (isDue && (await files.restore(workspace, change))) done.push(change.id);
        // Put back by somebody else, or by an undo that a crash cut off before it was written down.
        else if (found?.state === 'undone' && change.undoneAt === null) done.push(change.id);
      }
      await store.changes.markUndone(done, toTimestamp(clock.now()));
      return changes(sessionId, turnId);
    },
  };
}

async function lookAtFiles(
  files: FileRestorer,
  workspace: string,
  all: readonly StoredFileChange[],
  mine: readonly StoredFileChange[],
): Promise<FilesNow> {
  const paths = new Set(mine.map(({ path }) => path));
  const contents = new Map<string, string | null>();
  for (const path of paths) contents.set(path, await files.look(workspace, path));
  const kept = new Set<string>();
  for (const change of all) if (paths.has(change.path) && (await files.isKept(change))) kept.add(change.id);
  return {
    now: (path) => contents.get(path) ?? null,
    isKept: (change) => kept.has(change.id),
  };
}

function toFileChange(
  change: StoredFileChange,
  outlook: ChangeOutlook = { state: 'gone', withTurn: false },
): FileChange {
  return { ...toChangeRecord(change), ...outlook };
}

export function toChangeRecord({ id, callId, path, before, undoneAt }: StoredFileChange): FileChangeRecord {
  return { id, callId, path, kind: before === null ? 'created' : 'edited', undoneAt };
}

/** For the prompt: the paths whose changes were undone, by turn. */
export function toUndonePaths(changes: readonly StoredFileChange[]): Map<string, string[]> {
  const undone = new Map<string, string[]>();
  for (const { turnId, path, before, undoneAt } of changes) {
    if (undoneAt === null) continue;
    const words = before === null ? `${path} (removed again)` : path;
    const paths = undone.get(turnId) ?? [];
    if (!paths.includes(words)) undone.set(turnId, [...paths, words]);
  }
  return undone;
}
