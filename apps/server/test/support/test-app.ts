// The real app on a real port, around fakes of what stands behind it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelCatalog } from '@slipstream/agent';
import type { SandboxInfo } from '@slipstream/protocol';
import {
  afterTest,
  createFakeClock,
  createMemoryStanding,
  createSequentialIds,
  type FakeClock,
} from '@slipstream/testkit';
import { createWorkspaceBrowser, createWorkspaceFiles } from '@slipstream/tools';
import type { FastifyInstance } from 'fastify';
import { type AppDeps, createApp } from '../../src/app.ts';
import { toConfig } from '../../src/config/config.ts';
import type { Heartbeat } from '../../src/heartbeat/create-heartbeat.ts';
import { createLog } from '../../src/ops/log.ts';
import { createFakeSessions, type FakeSessions } from './fake-sessions.ts';
import { openSocket, type TestSocket } from './test-socket.ts';

export type TestApp = {
  app: FastifyInstance;
  url: string;
  port: number;
  clock: FakeClock;
  sessions: FakeSessions;
  logLines: string[];
  webDir: string;
  connect(headers?: Record<string, string>): Promise<TestSocket>;
};

export type TestAppOptions = Partial<Omit<AppDeps, 'config' | 'sessions'>> & {
  env?: Record<string, string>;
  sessions?: FakeSessions;
};

const models: ModelCatalog = { list: async () => [], defaultId: () => 'demo', get: () => undefined };
const noSandbox: SandboxInfo = {
  kind: 'none',
  reason: 'a test',
  network: true,
  readable: [],
  memoryMb: 0,
  commands: false,
};
const quiet = { on: false, sessionId: null, tasks: [], problems: [] };
const noHeartbeat: Heartbeat = {
  info: async () => quiet,
  switchTo: async (on) => ({ ...quiet, on }),
  close: async () => undefined,
};
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { env, ...deps } = options;
  const clock = createFakeClock();
  const sessions = options.sessions ?? createFakeSessions();
  const logLines: string[] = [];
  const webDir = mkdtempSync(join(tmpdir(), 'slipstream-web-'));
  afterTest(() => rmSync(webDir, { recursive: true, force: true }));
  const config = toConfig(env ?? {}, '/nowhere');
  const app = await createApp({
    sessions,
    models,
    workspace: {
      workspaceFiles: createWorkspaceFiles({ workspace: webDir, hidden: [] }),
      paths: { find: async () => ({ paths: [], more: false }) },
      browser: createWorkspaceBrowser({
        clock,
        sandbox: { kind: 'none', reason: 'a test' },
        workspace: webDir,
        mask: (text) => text,
      }),
      skills: async () => [],
    },
    toolSources: { mcpServers: () => [], ownTools: () => [] },
    heartbeat: noHeartbeat,
    permissions: { rules: [], sandbox: noSandbox, standing: createMemoryStanding() },
    clock,
    ids: createSequentialIds(9),
    ping: async () => {},
    stopping: () => false,
    log: createLog('debug', { write: (line) => void logLines.push(line) }),
    webDir,
    ...deps,
    config,
  });
  afterTest(async () => {
    for (const socket of app.websocketServer.clients) socket.terminate();
    await app.close();
  });
  await app.listen({ host: config.host, port: 0 });
  const { port } = app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    url,
    port,
    clock,
    sessions,
    logLines,
    webDir,
    connect: (headers) => openSocket(url, headers),
  };
}
