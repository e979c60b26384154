// The rows of the tree, in the order in which they stand: what is open of what was loaded. Pure.
import type { ChangedFile, WorkspaceFolder } from '@slipstream/protocol';
import { foldersTo } from './files-place.ts';

export type FolderState = { listing: WorkspaceFolder | null; problem: string | null };

export type TreeRow = {
  path: string;
  name: string;
  kind: 'folder' | 'file';
  /** From 1. */
  depth: number;
  /** Its place among what lies beside it, from 1, and how many these are. */
  position: number;
  count: number;
  bytes: number | null;
  open: boolean;
  /** A file that the chat's tools changed, or a folder with such a file somewhere in it. */
  changed: boolean;
  /** What is to be said of an open folder. */
  note: 'loading' | 'empty' | 'more' | 'problem' | null;
};

export function toTreeRows(
  folders: ReadonlyMap<string, FolderState>,
  open: ReadonlySet<string>,
  changed: ReadonlySet<string>,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (folder: string, depth: number) => {
    const entries = folders.get(folder)?.listing?.entries ?? [];
    entries.forEach(({ name, kind, bytes }, index) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      const isOpen = kind === 'folder' && open.has(path);
      rows.push({
        ...{ path, name, kind, depth, bytes, open: isOpen, changed: changed.has(path) },
        ...{ position: index + 1, count: entries.length, note: isOpen ? noteOf(folders.get(path)) : null },
      });
      if (isOpen) add(path, depth + 1);
    });
  };
  add('', 1);
  return rows;
}

function noteOf(state: FolderState | undefined): TreeRow['note'] {
  if (!state?.listing) return state?.problem ? 'problem' : 'loading';
  if (state.listing.entries.length === 0) return 'empty';
  return state.listing.more ? 'more' : null;
}

/** The paths of what was changed and is so still, and of all folders that these lie in. */
export function toChangedPaths(files: readonly ChangedFile[]): ReadonlySet<string> {
  const left = files.filter(({ undone }) => !undone);
  return new Set(left.flatMap(({ path }) => [path, ...foldersTo(path)]));
}
