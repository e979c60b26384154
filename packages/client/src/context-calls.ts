// What goes into prompts, asked for and changed: a session's prompt, its folds, the workspace's files.
import type {
  CompactionList,
  CompactResult,
  PromptView,
  Session,
  SkillList,
  WorkspaceFileList,
  WorkspaceFileText,
  WorkspacePathList,
} from '@slipstream/protocol';
import { type Rest, sessionPath } from './rest.ts';
import type { Client } from './types.ts';

/** A model writes the summary. */
const foldTimeoutMs = 300_000;
const maxQuery = 200;

export type ContextCalls = Pick<
  Client,
  | 'prompt'
  | 'compact'
  | 'compactions'
  | 'undoCompaction'
  | 'workspaceFiles'
  | 'workspaceFile'
  | 'writeWorkspaceFile'
  | 'workspacePaths'
  | 'skills'
>;

/** `changed` is told of a session that the server gave back. */
export function createContextCalls(rest: Rest, changed: (session: Session) => void): ContextCalls {
  return {
    prompt: (sessionId) => rest.call<PromptView>('GET', `${sessionPath(sessionId)}/prompt`),
    async compact(sessionId) {
      const path = `${sessionPath(sessionId)}/compactions`;
      return (await rest.call<CompactResult>('POST', path, undefined, foldTimeoutMs)).compaction;
    },
    async compactions(sessionId) {
      const path = `${sessionPath(sessionId)}/compactions`;
      return (await rest.call<CompactionList>('GET', path)).compactions;
    },
    async undoCompaction(sessionId, compactionId) {
      const path = `${sessionPath(sessionId)}/compactions/${encodeURIComponent(compactionId)}`;
      changed(await rest.call<Session>('DELETE', path));
    },
    workspaceFiles: async () => (await rest.call<WorkspaceFileList>('GET', 'workspace/files')).files,
    workspaceFile: (path) =>
      rest.call<WorkspaceFileText>('GET', `workspace/file?path=${encodeURIComponent(path)}`),
    writeWorkspaceFile: (file) => rest.call<WorkspaceFileText>('PUT', 'workspace/file', file),
    async workspacePaths(query) {
      const parameters = new URLSearchParams({ q: query.slice(0, maxQuery) });
      return (await rest.call<WorkspacePathList>('GET', `workspace/paths?${parameters}`)).paths;
    },
    skills: async () => (await rest.call<SkillList>('GET', 'skills')).skills,
  };
}
