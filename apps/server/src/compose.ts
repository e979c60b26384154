// The only file that sees every package: makes the store, the models, the tools and the sessions, and puts the app
// around them. Decides nothing else.
import { type } from 'node:os';
import { join } from 'node:path';
import {
  createSessions,
  defaultLimits,
  type ModelCatalog,
  type Sessions,
  toToolSet,
} from '@slipstream/agent';
import { createOpenAiModel } from '@slipstream/models';
import { createSqliteStore } from '@slipstream/store';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { systemClock, systemIds } from './boot/system-clock.ts';
import type { Config } from './config/config.ts';

export type Composition = {
  app: FastifyInstance;
  sessions: Sessions;
  /** Ends everything, in the order in which it depends on each other. */
  stop(graceMs: number): Promise<void>;
};

/** The folders exist. Rejects with `storage` when the data folder cannot be used. */
export async function compose(config: Config, log: Logger, webDir: string): Promise<Composition> {
  const store = await createSqliteStore({ path: join(config.dataDir, 'slipstream.db'), log });
  const model = createOpenAiModel({
    info: {
      id: config.provider.model ?? 'm',
      label: 'm',
      provider: 'OpenAI',
      contextWindow: 128_000,
      vision: false,
      reasoning: false,
      demo: false,
    },
    baseUrl: config.provider.baseUrl ?? 'https://api.openai.com/v1',
    apiKey: config.provider.apiKey,
    idleTimeoutMs: config.limits.requestTimeoutMs,
  });
  const models: ModelCatalog = {
    list: async () => [model.info],
    defaultId: () => model.info.id,
    get: (id) => (id === model.info.id ? model : undefined),
  };
  let stopping = false;
  const sessions = createSessions({
    store,
    models,
    tools: toToolSet([]),
    clock: systemClock,
    ids: systemIds,
    random: Math.random,
    limits: { ...defaultLimits, ...config.limits },
    log,
    workspace: config.workspaceDir,
    system: type(),
    sandbox: '',
  });
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
