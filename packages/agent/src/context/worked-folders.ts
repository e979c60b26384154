// Which folders of the workspace a conversation works in: those of the files in the records of its answers. From
// messages alone, so that it is the same after a restart.
import type { Message } from '@slipstream/protocol';

const maxFolders = 20;

/** The most recent ones, in a stable order, so that the prompt stays the same while nothing new is touched. */
export function toWorkedFolders(history: readonly Pick<Message, 'digest'>[]): string[] {
  const folders = new Set<string>();
  for (const { digest } of history.toReversed())
    for (const file of digest?.files ?? []) {
      const folder = toFolder(file);
      if (folder !== '' && folders.size < maxFolders) folders.add(folder);
    }
  return [...folders].sort();
}

/** The folder of a path relative to the workspace; empty for the workspace itself and for what is not in it. */
export function toFolder(path: string): string {
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  if (path.startsWith('/') || parts.includes('..')) return '';
  return parts.slice(0, -1).join('/');
}
