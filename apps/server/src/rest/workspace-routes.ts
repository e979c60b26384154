// The files of the workspace that go into prompts, over HTTP. Which files these are is theirs to say.
import { type WorkspaceFileList, WorkspaceFileQuery, WriteWorkspaceFileBody } from '@slipstream/protocol';
import type { WorkspaceFiles } from '@slipstream/tools';
import type { FastifyInstance } from 'fastify';
import { parseInput } from './parse-input.ts';

export function registerWorkspaceRoutes(app: FastifyInstance, files: WorkspaceFiles): void {
  app.get('/api/workspace/files', async (): Promise<WorkspaceFileList> => ({ files: await files.list() }));

  app.get('/api/workspace/file', (request) => files.read(parseInput(WorkspaceFileQuery, request.query).path));

  app.put('/api/workspace/file', (request) => {
    const { path, text, version } = parseInput(WriteWorkspaceFileBody, request.body);
    return files.write(path, text, version);
  });
}
