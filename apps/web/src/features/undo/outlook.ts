// What undoing would do, file by file, in words that exist in every language.
import type { ChangeState, FileChange } from '@slipstream/protocol';

/** `removed`, `restored`: will be. The others say why a file stays as it is. */
export type OutlookWord = 'removed' | 'restored' | Exclude<ChangeState, 'undoable'>;
export type OutlookLine = { key: string; path: string; word: OutlookWord; happens: boolean };

/** Of one change, or of all: one line per file and fate, the earliest change of a file deciding whether it goes. */
export function toOutlook(changes: readonly FileChange[], one: FileChange | null): OutlookLine[] {
  if (one) {
    const now = changes.find(({ id }) => id === one.id) ?? one;
    return [toLine(now, now.state === 'undoable')];
  }
  const lines = new Map<string, OutlookLine>();
  for (const change of changes) {
    if (change.state === 'undone') continue;
    const line = toLine(change, change.withTurn);
    const known = lines.get(line.key);
    // Of a file that was made and then edited, the making is what counts.
    if (!known) lines.set(line.key, line);
  }
  const all = [...lines.values()];
  return all.length > 0 ? all : changes.map((change) => toLine(change, false));
}

function toLine({ id, path, kind, state }: FileChange, happens: boolean): OutlookLine {
  if (happens)
    return { key: `${path} yes`, path, word: kind === 'created' ? 'removed' : 'restored', happens };
  const word = state === 'undoable' ? 'later' : state;
  return { key: state === 'undone' ? id : `${path} ${word}`, path, word, happens };
}
