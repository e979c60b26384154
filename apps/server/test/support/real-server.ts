// The whole server in this process, on a free port and folders of its own, with a scripted provider behind it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterTest,
  createScriptedProvider,
  type ScriptedProvider,
  type WireScript,
} from '@slipstream/testkit';
import { type RunningServer, startServer } from '../../src/boot/start-server.ts';
import { toConfig } from '../../src/config/config.ts';
import { readText } from '../../src/config/read-text.ts';
import { createLog } from '../../src/ops/log.ts';
import { openSocket, type TestSocket } from './test-socket.ts';

export type RealServer = {
  url: string;
  provider: ScriptedProvider;
  /** Lines of the log, parsed. */
  logs: Record<string, unknown>[];
  folder: string;
  connect(): Promise<TestSocket>;
  get(path: string): Promise<{ status: number; body: unknown }>;
  /** Stops this server and starts another on the same folders. */
  restart(): Promise<void>;
  stop(graceMs?: number): Promise<void>;
};

/** Runs after the test, the newest first. */
export function atEnd(end: () => Promise<unknown> | unknown): void {
  afterTest(end);
}

/** For servers that outlive a test; whoever makes it removes it. */
export function makeLastingFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-server-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function makeFolder(): string {
  const { folder, remove } = makeLastingFolder();
  atEnd(remove);
  return folder;
}

/** The environment of a server that keeps everything in `folder` and asks `provider`. */
export function toEnvironment(folder: string, provider: ScriptedProvider): Record<string, string> {
  return {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    WORKSPACE_DIR: join(folder, 'workspace'),
    OPENAI_BASE_URL: provider.baseUrl,
    OPENAI_API_KEY: 'sk-test-key-of-nobody',
    OPENAI_MODEL: 'scripted',
    RETRY_DELAY_MS: '1',
    // What a test's provider is asked is what the test asks.
    TITLES: 'rule',
  };
}

export async function makeProvider(script: WireScript = []): Promise<ScriptedProvider> {
  const provider = await createScriptedProvider({ script });
  atEnd(() => provider.close());
  return provider;
}

export async function startRealServer(
  script: WireScript = [],
  env: Record<string, string> = {},
): Promise<RealServer> {
  const folder = makeFolder();
  const provider = await makeProvider(script);
  const logs: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void logs.push(JSON.parse(line)) });
  const config = toConfig({ ...toEnvironment(folder, provider), ...env }, folder, readText);
  let server: RunningServer | undefined;
  const stop = async (graceMs = 0) => {
    const running = server;
    server = undefined;
    await running?.stop(graceMs);
  };
  const start = async () => {
    server = await startServer(config, log, join(folder, 'no-page'));
  };
  atEnd(() => stop());
  await start();
  const url = () => server?.url ?? '';
  return {
    get url() {
      return url();
    },
    provider,
    logs,
    folder,
    connect: () => openSocket(url()),
    async get(path) {
      const response = await fetch(`${url()}${path}`);
      return { status: response.status, body: await response.json() };
    },
    async restart() {
      await stop();
      await start();
    },
    stop,
  };
}
