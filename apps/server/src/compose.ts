// The only file that sees every package: makes the store, the models, the tools and the sessions, and puts the app
// around them. Decides nothing else.
import { type } from 'node:os';
import { join } from 'node:path';
import {
  createPlanReadyTool,
  createSecretMask,
  createSessions,
  defaultLimits,
  type Sessions,
  type Store,
  type ToolSet,
  toToolSet,
} from '@slipstream/agent';
import { createSqliteStore } from '@slipstream/store';
import { createTools, describeSandbox, probeSandbox } from '@slipstream/tools';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { systemClock, systemIds } from './boot/system-clock.ts';
import type { Config } from './config/config.ts';
import { createModels } from './create-models.ts';

export type Composition = {
  app: FastifyInstance;
  sessions: Sessions;
  /** Ends everything, in the order in which it depends on each other. */
  stop(graceMs: number): Promise<void>;
};

/** The folders exist. Rejects with `storage` when the data folder cannot be used; nothing is left open then. */
export async function compose(config: Config, log: Logger, webDir: string): Promise<Composition> {
  const store = await createSqliteStore({ path: join(config.dataDir, 'slipstream.db'), log });
  try {
    return await composeAround(store, config, log, webDir);
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

async function composeAround(
  store: Store,
  config: Config,
  log: Logger,
  webDir: string,
): Promise<Composition> {
  const [models, agentTools] = await Promise.all([createModels(config, log), createAgentTools(config, log)]);
  const sessions = createSessions({
    store,
    models,
    tools: () => agentTools.tools,
    secrets: createSecretMask(config.secretValues),
    permissions: { rules: [], sandboxed: agentTools.sandboxed, network: false },
    clock: systemClock,
    ids: systemIds,
    random: Math.random,
    limits: { ...defaultLimits, ...config.limits },
    log,
    workspace: config.workspaceDir,
    system: systemNames[type()] ?? type(),
    sandbox: agentTools.sandbox,
  });
  let stopping = false;
  const app = await createApp({
    config,
    sessions,
    models,
    ping: () => store.ping(),
    stopping: () => stopping,
    clock: systemClock,
    ids: systemIds,
    log,
    webDir,
  });
  return {
    app,
    sessions,
    async stop(graceMs) {
      stopping = true;
      await sessions.close(graceMs);
      await app.close();
      await store.close();
    },
  };
}

const systemNames: Readonly<Record<string, string>> = { Darwin: 'macOS', Windows_NT: 'Windows' };

type AgentTools = { tools: ToolSet; sandbox: string; sandboxed: boolean };

async function createAgentTools(config: Config, log: Logger): Promise<AgentTools> {
  const sandbox = await probeSandbox();
  const tools = [
    ...createTools({ clock: systemClock, sandbox, hidden: config.hiddenPaths }),
    createPlanReadyTool(),
  ];
  const usable = sandbox.kind !== 'none' || config.unsandboxedCommands;
  if (sandbox.kind === 'none') log.warn({ reason: sandbox.reason, usable }, 'commands have no sandbox here');
  const sandboxed = sandbox.kind !== 'none';
  if (usable) return { tools: toToolSet(tools), sandbox: describeSandbox(sandbox, 'off'), sandboxed };
  const others = tools.filter((tool) => tool.risk !== 'command');
  return { tools: toToolSet(others), sandbox: 'Commands cannot be run here.', sandboxed };
}
