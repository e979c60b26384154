// A workspace in memory, for component tests and the gallery: whoever holds it puts files into it by their paths.
import type { Client } from '@slipstream/client';
import {
  AppError,
  type ChangedFile,
  type ChangedFileDiff,
  type WorkspaceEntry,
  type WorkspaceFileText,
} from '@slipstream/protocol';
import { someFiles, somePaths } from './context-records.ts';

/** What a file holds; a text stands for itself. */
type FakeFile =
  | string
  | { kind: 'image'; mediaType: string; bytes: number }
  | { kind: 'binary'; bytes: number };

export type FakeWorkspace = {
  entries: Map<string, FakeFile>;
  changed: ChangedFile[];
  diffs: Map<string, Omit<ChangedFileDiff, 'path'>>;
  /** Asking for anything fails with it while it is there. */
  problem: AppError | null;
};

type Calls = Pick<
  Client,
  | 'workspaceFiles'
  | 'workspaceFile'
  | 'writeWorkspaceFile'
  | 'workspacePaths'
  | 'workspaceFolder'
  | 'workspaceContent'
  | 'workspaceUrl'
  | 'changedFiles'
  | 'changedFile'
>;

const at = '2026-01-05T09:00:00.000Z';

export function createFakeWorkspace(note: (name: string, ...args: unknown[]) => void) {
  const workspace: FakeWorkspace = { entries: new Map(), changed: [], diffs: new Map(), problem: null };
  const files = new Map<string, WorkspaceFileText>();
  const check = () => {
    if (workspace.problem) throw workspace.problem;
  };
  const calls: Calls = {
    workspaceFiles: async () => someFiles,
    workspaceFile: async (path) => files.get(path) ?? { path, text: 'Tests first.', version: 'v1' },
    async writeWorkspaceFile(file) {
      note('writeWorkspaceFile', file);
      return { ...file, version: 'v2' };
    },
    async workspacePaths(query) {
      const known = [...workspace.entries.keys()];
      return (known.length > 0 ? known : somePaths).filter((path) => path.includes(query));
    },
    async workspaceFolder(path) {
      note('workspaceFolder', path);
      check();
      return { path, entries: entriesOf(workspace.entries, path), more: false };
    },
    async workspaceContent(path) {
      note('workspaceContent', path);
      check();
      const file = workspace.entries.get(path);
      if (file === undefined) throw new AppError('not_found');
      if (path.endsWith('.env')) throw new AppError('forbidden', '', { details: { reason: 'secret' } });
      if (typeof file !== 'string') return { path, changedAt: at, ...file };
      return { path, changedAt: at, bytes: file.length, kind: 'text', text: file, truncated: false };
    },
    workspaceUrl: (path) => `/raw?path=${encodeURIComponent(path)}`,
    async changedFiles(sessionId) {
      note('changedFiles', sessionId);
      check();
      return workspace.changed;
    },
    async changedFile(sessionId, path) {
      note('changedFile', sessionId, path);
      check();
      return { path, ...(workspace.diffs.get(path) ?? { state: 'same', diff: null }) };
    },
  };
  return { workspace, files, calls };
}

function entriesOf(files: FakeWorkspace['entries'], folder: string): WorkspaceEntry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, WorkspaceEntry>();
  for (const [path, file] of files) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...deeper] = path.slice(prefix.length).split('/');
    const bytes = typeof file === 'string' ? file.length : file.bytes;
    entries.set(
      name,
      deeper.length > 0
        ? { name, kind: 'folder', bytes: null, changedAt: at }
        : { name, kind: 'file', bytes, changedAt: at },
    );
  }
  return [...entries.values()].sort((a, b) => b.kind.localeCompare(a.kind) || a.name.localeCompare(b.name));
}
