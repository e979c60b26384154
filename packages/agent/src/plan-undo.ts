// What can be undone of the changes of a session, given what is in the files now. Pure: the looking and the restoring
// are done by others. A file's changes are a chain; it is walked from the newest back.
import type { ChangeState } from '@slipstream/protocol';
import type { StoredFileChange } from './store.ts';

export type ChangeOutlook = { state: ChangeState; withTurn: boolean };

/** What a file holds now (null: nothing that can be opened), and whether what a change replaced is kept. */
export type FilesNow = { now(path: string): string | null; isKept(change: StoredFileChange): boolean };

/** `changes` are all of the session, oldest first; the outlook is on those of the turn, by their ids. */
export function planUndo(
  changes: readonly StoredFileChange[],
  turnId: string,
  files: FilesNow,
): Map<string, ChangeOutlook> {
  const outlook = new Map<string, ChangeOutlook>();
  const paths = new Set(changes.filter((change) => change.turnId === turnId).map(({ path }) => path));
  for (const path of paths) {
    const chain = changes.filter((change) => change.path === path);
    walkBack(chain, turnId, files, outlook);
  }
  return outlook;
}

type Above = 'nothing' | 'this turn' | 'others';

function walkBack(
  chain: readonly StoredFileChange[],
  turnId: string,
  files: FilesNow,
  outlook: Map<string, ChangeOutlook>,
): void {
  const [first] = chain;
  if (!first) return;
  const now = files.now(first.path);
  let content = now;
  /** What stands between the file as it is and the change that is looked at. */
  let above = 'nothing' as Above;
  for (const change of chain.toReversed()) {
    const tell = (state: ChangeState, withTurn = false) => {
      if (change.turnId === turnId) outlook.set(change.id, { state, withTurn });
    };
    if (change.undoneAt !== null) {
      tell('undone');
    } else if (content === change.after) {
      const isKept = files.isKept(change);
      if (!isKept) tell('lost');
      else if (above === 'nothing') tell('undoable', true);
      else tell('later', above === 'this turn');
      content = change.before;
      above = isKept && change.turnId === turnId && above !== 'others' ? 'this turn' : 'others';
    } else if (content === change.before && above === 'nothing') {
      tell(now === null && change.before === null ? 'gone' : 'undone');
    } else {
      tell(now === null ? 'gone' : 'changed');
    }
  }
}
