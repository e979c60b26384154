// The workspace over HTTP: the files of it that go into prompts, its skills, and the names of its files. Which files may
// be read or named is theirs to say.
import {
  type SkillList,
  type WorkspaceFileList,
  WorkspaceFileQuery,
  WorkspacePathsQuery,
  WriteWorkspaceFileBody,
} from '@slipstream/protocol';
import type { PathFinder, WorkspaceFiles } from '@slipstream/tools';
import type { FastifyInstance } from 'fastify';
import { parseInput } from './parse-input.ts';

export type WorkspaceSources = {
  workspaceFiles: WorkspaceFiles;
  paths: PathFinder;
  /** Those that the model knows of. */
  skills(): Promise<SkillList['skills']>;
};

export function registerWorkspaceRoutes(app: FastifyInstance, sources: WorkspaceSources): void {
  const { workspaceFiles: files, paths } = sources;
  app.get('/api/workspace/files', async (): Promise<WorkspaceFileList> => ({ files: await files.list() }));

  app.get('/api/workspace/file', (request) => files.read(parseInput(WorkspaceFileQuery, request.query).path));

  app.put('/api/workspace/file', (request) => {
    const { path, text, version } = parseInput(WriteWorkspaceFileBody, request.body);
    return files.write(path, text, version);
  });

  app.get('/api/workspace/paths', (request) => {
    const { q, limit } = parseInput(WorkspacePathsQuery, request.query);
    return paths.find(q, limit);
  });

  app.get('/api/skills', async (): Promise<SkillList> => ({ skills: await sources.skills() }));
}
