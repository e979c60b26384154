// MCP servers in a temporary workspace: waits for their states without sleeping, and ends them with the test.
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Log, Tool, ToolResult } from '@slipstream/agent';
import { onTestFinished } from 'vitest';
import type { SandboxState } from '../../shell/sandbox-state.ts';
import { noSandbox, systemClock } from '../../test/workbench.ts';
import { createMcpServers, type McpServers } from '../create-mcp-servers.ts';
import type { McpProgram, McpServerConfig, McpServerState } from '../mcp-config.ts';
import type { McpLimits } from '../mcp-connection.ts';

const repository = fileURLToPath(new URL('../../../../..', import.meta.url));
const oddServer = fileURLToPath(new URL('odd-server.mjs', import.meta.url));

/** A program of this Node that sees the repository, also in the sandbox. */
export function nodeProgram(args: readonly string[], rest: Partial<McpProgram> = {}): McpProgram {
  return {
    kind: 'stdio',
    command: process.execPath,
    args,
    env: {},
    sandbox: true,
    network: 'off',
    readable: [repository],
    ...rest,
  };
}

export function odd(mode: string, rest: Partial<McpProgram> = {}): McpServerConfig {
  return { name: 'odd', ...nodeProgram([oddServer, mode], rest) };
}

/** The program of one of the published servers. */
export function published(name: 'everything' | 'filesystem' | 'memory'): string {
  const packageFile = createRequire(import.meta.url).resolve(
    `@modelcontextprotocol/server-${name}/package.json`,
  );
  return join(dirname(packageFile), 'dist/index.js');
}

export type McpBench = {
  folder: string;
  servers: McpServers;
  warnings: Record<string, unknown>[];
  /** Resolves when it holds for the states; looks again after each change. */
  until(holds: (states: McpServerState[]) => boolean): Promise<void>;
  tool(name: string): Tool;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
};

export type CallOptions = { signal?: AbortSignal; progress?: (text: string) => void };

export async function createMcpBench(
  servers: readonly McpServerConfig[],
  options: { sandbox?: SandboxState; limits?: Partial<McpLimits> } = {},
): Promise<McpBench> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'slipstream-mcp-')));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const folder = join(base, 'workspace');
  await mkdir(folder);
  const warnings: Record<string, unknown>[] = [];
  const looks = new Set<() => void>();
  const log: Log = {
    info: () => undefined,
    warn: (fields) => warnings.push(fields),
    error: (fields) => warnings.push(fields),
  };
  const made = createMcpServers({
    servers,
    sandbox: options.sandbox ?? noSandbox,
    clock: systemClock,
    log,
    workspace: folder,
    version: '1.2.3',
    limits: { firstPauseMs: 10, maxPauseMs: 50, ...options.limits },
    onChange: () => {
      for (const look of [...looks]) look();
    },
  });
  onTestFinished(() => made.close());
  const tool = (name: string): Tool => {
    const found = made.tools().find((each) => each.name === name);
    if (!found)
      throw new Error(`There is no tool ${name}; there are ${made.tools().map((each) => each.name)}.`);
    return found;
  };
  return {
    folder,
    servers: made,
    warnings,
    tool,
    until: (holds) =>
      new Promise((resolve) => {
        const look = () => {
          if (!holds(made.states())) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
      }),
    call: (name, args = {}, { signal = new AbortController().signal, progress = () => undefined } = {}) =>
      tool(name).run(args, {
        signal,
        workspace: folder,
        sessionId: randomUUID(),
        turnId: randomUUID(),
        callId: randomUUID(),
        progress,
      }),
  };
}

export function areReady(states: McpServerState[]): boolean {
  return states.every(({ state }) => state === 'ready');
}
