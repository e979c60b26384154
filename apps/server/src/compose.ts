// The only file that sees every package: makes the store, the models, the tools and the sessions, and puts the app
// around them. Decides nothing else.
import { type } from 'node:os';
import { join } from 'node:path';
import {
  createSecretMask,
  createSessions,
  createSessionTitles,
  createStandingPermissions,
  createTokenBudget,
  defaultLimits,
  type ModelCatalog,
  type Sessions,
  type Store,
} from '@slipstream/agent';
import { createTokenCounter } from '@slipstream/models';
import { createSqliteStore } from '@slipstream/store';
import { createAgentSource, createContextSource, createWorkspaceFiles } from '@slipstream/tools';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { type AttachmentFolder, createAttachmentFolder } from './attachments/attachment-files.ts';
import { systemClock, systemIds } from './boot/system-clock.ts';
import type { Config } from './config/config.ts';
import { type AgentTools, createAgentTools } from './create-agent-tools.ts';
import { createModels } from './create-models.ts';
import { createHeartbeat } from './heartbeat/create-heartbeat.ts';
import { openHeartbeatState, toRestingState } from './heartbeat/heartbeat-state.ts';
import { keepTracesSmall } from './ops/keep-traces-small.ts';
import { sweepAttachments } from './ops/sweep-attachments.ts';

export type Composition = {
  app: FastifyInstance;
  sessions: Sessions;
  /** Ends everything, in the order in which it depends on each other. */
  stop(graceMs: number): Promise<void>;
};

/** The folders exist. Rejects with `storage` when the data folder cannot be used; nothing is left open then. */
export async function compose(config: Config, log: Logger, webDir: string): Promise<Composition> {
  const store = await createSqliteStore({ path: join(config.dataDir, 'slipstream.db'), log });
  let agentTools: AgentTools | undefined;
  try {
    const asked = createModels(config, log);
    asked.catch(() => undefined);
    agentTools = await createAgentTools(config.readOnly ? withoutAddedTools(config) : config, store, log);
    return await composeAround({ store, agentTools, models: await asked }, config, log, webDir);
  } catch (thrown) {
    await agentTools?.close();
    await store.close();
    throw thrown;
  }
}

type Parts = { store: Store; agentTools: AgentTools; models: ModelCatalog };

async function composeAround(
  { store, agentTools, models }: Parts,
  config: Config,
  log: Logger,
  webDir: string,
): Promise<Composition> {
  const standing = await createStandingPermissions({
    store: store.permissions,
    clock: systemClock,
    ids: systemIds,
  });
  const counter = createTokenCounter();
  const attachmentFolder = createAttachmentFolder(join(config.dataDir, 'attachments'), (hashes) =>
    store.attachments.unused(hashes),
  );
  const sessions = createSessions({
    store,
    models,
    tools: agentTools.tools,
    agentSource: createAgentSource({ hidden: config.hiddenPaths }),
    budget: createTokenBudget(counter),
    smallModel: config.models?.smallId,
    digests: config.digests,
    context: createContextSource({ hidden: config.hiddenPaths, skills: agentTools.skills }),
    files: agentTools.files,
    secrets: createSecretMask(config.secretValues),
    permissions: {
      rules: config.permissionRules,
      sandboxed: agentTools.sandboxed,
      network: config.sandbox.network === 'on',
    },
    standing,
    attachmentFiles: attachmentFolder,
    clock: systemClock,
    ids: systemIds,
    random: Math.random,
    limits: { ...defaultLimits, ...config.limits },
    log,
    workspace: config.workspaceDir,
    system: systemNames[type()] ?? type(),
    sandbox: agentTools.sandbox,
  });
  const workspaceFiles = createWorkspaceFiles({ workspace: config.workspaceDir, hidden: config.hiddenPaths });
  const heartbeatState = await openHeartbeatState(join(config.dataDir, 'heartbeat.json'));
  const heartbeat = createHeartbeat({
    readFile: async () => (await workspaceFiles.read('HEARTBEAT.md')).text,
    state: config.readOnly ? toRestingState(heartbeatState) : heartbeatState,
    sessions,
    clock: systemClock,
    ids: systemIds,
    log,
  });
  // Of a server that is only looked at nothing changes by itself, either.
  const stopBackground = config.readOnly
    ? []
    : startBackground({ store, models, sessions, attachmentFolder }, config, log);
  let stopping = false;
  const app = await createApp({
    config,
    sessions,
    models,
    workspace: {
      workspaceFiles,
      paths: agentTools.paths,
      browser: agentTools.browser,
      skills: agentTools.skillList,
    },
    toolSources: agentTools,
    attachments: { folder: attachmentFolder, maxBytes: config.maxAttachmentMb * 1024 * 1024 },
    heartbeat,
    permissions: { rules: config.permissionRules, sandbox: agentTools.sandboxInfo, standing },
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
      await heartbeat.close();
      for (const stop of stopBackground) await stop();
      await sessions.close(graceMs);
      await app.close();
      await agentTools.close();
      await counter.close();
      await store.close();
    },
  };
}

type Background = Pick<Parts, 'store' | 'models'> & {
  sessions: Sessions;
  attachmentFolder: AttachmentFolder;
};

/** Names for chats, old traces, files that nobody has. Each function ends one, and is to be awaited. */
function startBackground(
  { store, models, sessions, attachmentFolder }: Background,
  config: Config,
  log: Logger,
): (() => Promise<void>)[] {
  const titles = createSessionTitles({
    sessions,
    model: (session) =>
      config.titles === 'rule' ? undefined : models.get(config.models?.smallId ?? session.model),
    clock: systemClock,
    log,
  });
  return [
    titles.close,
    keepTracesSmall(store.traces, config.traceLimits, { clock: systemClock, log, files: attachmentFolder }),
    sweepAttachments(attachmentFolder, log),
  ];
}

/** Those would be started, and could do things, for nobody. */
const withoutAddedTools = (config: Config): Config => ({ ...config, mcpServers: [], toolsDir: undefined });

const systemNames: Readonly<Record<string, string>> = { Darwin: 'macOS', Windows_NT: 'Windows' };
