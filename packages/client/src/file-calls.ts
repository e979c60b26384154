// The workspace, looked through: its folders and files, and what a session has changed in them.
import type {
  ChangedFileDiff,
  ChangedFileList,
  WorkspaceContent,
  WorkspaceFolder,
} from '@slipstream/protocol';
import { type Rest, sessionPath } from './rest.ts';
import type { Client } from './types.ts';

export type FileCalls = Pick<
  Client,
  'workspaceFolder' | 'workspaceContent' | 'workspaceUrl' | 'changedFiles' | 'changedFile'
>;

export function createFileCalls(rest: Rest, baseUrl: string): FileCalls {
  const query = (path: string) => new URLSearchParams({ path });
  return {
    workspaceFolder: (path) => rest.call<WorkspaceFolder>('GET', `workspace/tree?${query(path || '.')}`),
    workspaceContent: (path) => rest.call<WorkspaceContent>('GET', `workspace/content?${query(path)}`),
    workspaceUrl: (path) => `${baseUrl}/api/workspace/raw?${query(path)}`,
    changedFiles: async (sessionId) =>
      (await rest.call<ChangedFileList>('GET', `${sessionPath(sessionId)}/files`)).files,
    changedFile: (sessionId, path) =>
      rest.call<ChangedFileDiff>('GET', `${sessionPath(sessionId)}/files/diff?${query(path)}`),
  };
}
