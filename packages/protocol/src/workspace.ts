// Looking through a workspace: what is in a folder, what is in a file. Paths are relative to the workspace.
import * as z from 'zod/mini';

const maxPath = 4096;

/** The workspace itself where it is left out. */
export const WorkspaceFolderQuery = z.object({
  path: z._default(z.string().check(z.minLength(1), z.maxLength(maxPath)), '.'),
});
export const WorkspaceContentQuery = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(maxPath)),
});

export type WorkspaceEntry = {
  name: string;
  kind: 'folder' | 'file';
  /** Null for a folder. */
  bytes: number | null;
  changedAt: string;
};

/** `path` is empty for the workspace itself; `more`: not all that is in it is told. */
export type WorkspaceFolder = { path: string; entries: WorkspaceEntry[]; more: boolean };

/** `bytes` is the size of the whole file; `truncated`: `text` is only its beginning. */
export type WorkspaceContent = { path: string; bytes: number; changedAt: string } & (
  | { kind: 'text'; text: string; truncated: boolean }
  | { kind: 'image'; mediaType: string }
  | { kind: 'binary' }
);
