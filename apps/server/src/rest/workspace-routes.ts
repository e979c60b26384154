// The workspace over HTTP: the files of it that go into prompts, its skills, and what is in it for whoever looks through it.
// Which files may be read or named is theirs to say.
import {
  type SkillList,
  WorkspaceContentQuery,
  type WorkspaceFileList,
  WorkspaceFileQuery,
  WorkspaceFolderQuery,
  WorkspacePathsQuery,
  WriteWorkspaceFileBody,
} from '@slipstream/protocol';
import type { PathFinder, WorkspaceBrowser, WorkspaceFiles } from '@slipstream/tools';
import type { FastifyInstance } from 'fastify';
import { parseInput } from './parse-input.ts';
import { sendAsData } from './send-as-data.ts';

export type WorkspaceSources = {
  workspaceFiles: WorkspaceFiles;
  paths: PathFinder;
  browser: WorkspaceBrowser;
  /** Those that the model knows of. */
  skills(): Promise<SkillList['skills']>;
};

export function registerWorkspaceRoutes(app: FastifyInstance, sources: WorkspaceSources): void {
  const { workspaceFiles: files, paths, browser } = sources;
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

  app.get('/api/workspace/tree', (request) =>
    browser.folder(parseInput(WorkspaceFolderQuery, request.query).path),
  );

  app.get('/api/workspace/content', (request) =>
    browser.content(parseInput(WorkspaceContentQuery, request.query).path),
  );

  app.get('/api/workspace/raw', async (request, reply) => {
    const file = await browser.bytes(parseInput(WorkspaceContentQuery, request.query).path);
    return sendAsData(reply, file).header('cache-control', 'private, no-cache').send(file.stream);
  });

  app.get('/api/skills', async (): Promise<SkillList> => ({ skills: await sources.skills() }));
}
