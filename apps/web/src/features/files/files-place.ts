// Where a person is among the files of a chat: the folders that are open, the file that is looked at. Kept outside the
// panel, so that both are there again when another part of it, or another chat, was looked at in between.
import { useCallback, useState } from 'react';

export type FileSide = 'text' | 'changes';
export type ShownFile = { path: string; side: FileSide };
export type FilesPlace = { open: ReadonlySet<string>; file: ShownFile | null };

const places = new Map<string, FilesPlace>();
const nowhere: FilesPlace = { open: new Set(), file: null };

/** For tests, which want a page where nothing was opened yet. */
export function forgetPlaces() {
  places.clear();
}

export function useFilesPlace(sessionId: string) {
  const [place, setPlace] = useState(() => places.get(sessionId) ?? nowhere);
  const change = useCallback(
    (next: (before: FilesPlace) => FilesPlace) =>
      setPlace((before) => {
        const after = next(before);
        places.set(sessionId, after);
        return after;
      }),
    [sessionId],
  );
  const show = useCallback((file: ShownFile | null) => change((before) => ({ ...before, file })), [change]);
  const setOpen = useCallback(
    (path: string, open: boolean) =>
      change((before) => {
        const folders = new Set(before.open);
        if (open) folders.add(path);
        else folders.delete(path);
        return { ...before, open: folders };
      }),
    [change],
  );
  /** Opens a folder and all that it lies in. */
  const reveal = useCallback(
    (path: string) =>
      change((before) => ({ file: null, open: new Set([...before.open, ...foldersTo(path), path]) })),
    [change],
  );
  return { ...place, show, setOpen, reveal };
}

/** The folders that a path lies in, outermost first. */
export function foldersTo(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
