// The HTTP application: the door, the routes, the sockets and the page, around the sessions that it is given. Knows
// no database, no provider and no tool; listens nowhere by itself.
import { maxHeaderSize } from 'node:http';
import cookie from '@fastify/cookie';
import type { Clock, Ids, ModelCatalog, Sessions } from '@slipstream/agent';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type { Config } from './config/config.ts';
import type { Heartbeat } from './heartbeat/create-heartbeat.ts';
import { registerHealthRoutes } from './ops/health-routes.ts';
import { createMetrics } from './ops/metrics.ts';
import { logRequests, toRequestId } from './ops/request-log.ts';
import { registerPageRoutes } from './pages/page-routes.ts';
import { registerArchiveRoutes } from './rest/archive-routes.ts';
import { type AttachmentSettings, registerAttachmentRoutes } from './rest/attachment-routes.ts';
import { registerChannelRoutes } from './rest/channel-routes.ts';
import { registerHeartbeatRoutes } from './rest/heartbeat-routes.ts';
import { registerLoginRoutes } from './rest/login-routes.ts';
import { registerModelRoutes } from './rest/model-routes.ts';
import { type PermissionSources, registerPermissionRoutes } from './rest/permission-routes.ts';
import { installProblems } from './rest/problem.ts';
import { registerSessionRoutes } from './rest/session-routes.ts';
import { registerToolRoutes, type ToolSources } from './rest/tool-routes.ts';
import { registerWorkspaceRoutes, type WorkspaceSources } from './rest/workspace-routes.ts';
import { createAttemptLimit } from './security/attempt-limit.ts';
import { createCredentials } from './security/credentials.ts';
import { installGuard } from './security/guard.ts';
import { installReadOnly } from './security/read-only.ts';
import { toReadableUrl } from './security/readable-url.ts';
import { installWebSockets, registerGateway } from './ws/gateway.ts';

export type AppDeps = {
  config: Pick<Config, 'host' | 'allowedHosts' | 'devOrigin' | 'authToken' | 'readOnly'>;
  sessions: Sessions;
  models: ModelCatalog;
  workspace: WorkspaceSources;
  toolSources: ToolSources;
  /** Where files of messages go; without it none are taken. */
  attachments?: AttachmentSettings;
  permissions: PermissionSources;
  heartbeat: Heartbeat;
  /** Rejects with the reason when the store cannot answer. */
  ping(): Promise<void>;
  /** True once the server has begun to stop. */
  stopping(): boolean;
  clock: Clock;
  ids: Ids;
  log: FastifyBaseLogger;
  /** Folder of the built page. */
  webDir: string;
  maxSockets?: number;
};

const defaultMaxSockets = 1000;
const bodyLimit = 1024 * 1024;

/** `close` of the app closes all sockets with 1012 and leaves the sessions alone. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { sessions, config, clock } = deps;
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => toRequestId(request.headers['x-request-id']) ?? deps.ids.next(),
    bodyLimit,
    // The router answers some addresses by itself, past all hooks; these two see to it that it never does.
    rewriteUrl: (request) => toReadableUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: maxHeaderSize },
    requestTimeout: 30_000,
    forceCloseConnections: true,
    // Programs that offer HTTP/2 in an Upgrade header are answered over HTTP/1.1, as the standard lets us.
    http: { shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket' },
  });
  const credentials = createCredentials(config.authToken);
  const metrics = createMetrics({
    sockets: () => gateway.size(),
    heldBytes: () => gateway.heldBytes(),
    running: sessions.running,
  });

  await app.register(cookie);
  await installWebSockets(app, () => gateway.close());
  installGuard(app, { ...config, credentials });
  if (config.readOnly) installReadOnly(app);
  logRequests(app);
  installProblems(app);
  app.removeContentTypeParser('text/plain');

  registerHealthRoutes(app, { ...deps, readOnly: config.readOnly }, metrics);
  registerLoginRoutes(app, credentials, createAttemptLimit(clock.now));
  registerModelRoutes(app, deps.models);
  registerSessionRoutes(app, sessions);
  registerArchiveRoutes(app, sessions, deps.attachments);
  registerChannelRoutes(app, sessions);
  registerWorkspaceRoutes(app, deps.workspace);
  if (deps.attachments) await registerAttachmentRoutes(app, sessions, deps.attachments);
  registerToolRoutes(app, deps.toolSources);
  registerPermissionRoutes(app, deps.permissions);
  registerHeartbeatRoutes(app, deps.heartbeat);
  const gateway = registerGateway(app, {
    sessions,
    clock,
    metrics,
    log: deps.log,
    serverId: deps.ids.next(),
    maxSockets: deps.maxSockets ?? defaultMaxSockets,
    readOnly: config.readOnly,
  });
  await registerPageRoutes(app, deps.webDir, config);
  app.addHook('onClose', async () => metrics.close());
  return app;
}
