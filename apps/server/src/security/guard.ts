// The one door: every request and every WebSocket upgrade passes here before anything else happens with it. Refuses
// foreign names, foreign sites and, where a token is set, whoever does not have it. A route is closed unless it says
// `config: { open: true }`; there is no list of closed ones to forget something in.
import { AppError } from '@slipstream/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authCookie, type Credentials } from './credentials.ts';
import { createHostCheck } from './hosts.ts';
import { isOwnSite } from './origin.ts';
import { responseHeaders } from './response-headers.ts';

export type GuardOptions = {
  host: string;
  allowedHosts: readonly string[];
  devOrigin: string | undefined;
  credentials: Credentials;
};

export type RouteEntry = { method: string; url: string; readonly open: boolean };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a token. */
    open?: boolean;
    /** Takes WebSocket upgrades; no other route does. */
    upgrades?: boolean;
  }
  interface FastifyInstance {
    /** Every route there is, for the test that tries them all. */
    routeTable: RouteEntry[];
  }
}

/**
 * To be installed before any route. The plugins for cookies and WebSockets must be there already: the one reads the
 * cookie, the other closes the connection of a refused upgrade.
 */
export function installGuard(app: FastifyInstance, options: GuardOptions): void {
  const isOwnHost = createHostCheck(options.host, options.allowedHosts);
  const { credentials, devOrigin } = options;

  app.decorate('routeTable', []);
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat())
      app.routeTable.push({
        method,
        url: route.url,
        get open() {
          return route.config?.open === true;
        },
      });
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(responseHeaders);
    if (!isOwnHost(request.headers.host))
      throw new AppError('forbidden', 'This server does not answer to this host name (see ALLOWED_HOSTS).');
    if (!isOwnSite(siteHeaders(request), devOrigin))
      throw new AppError('forbidden', 'Pages of other sites may not talk to this server.');
    if (request.routeOptions.config.open !== true && !credentials.admits(presented(request)))
      throw new AppError('unauthorized');
    if (request.ws && request.routeOptions.config.upgrades !== true)
      throw new AppError('not_found', 'There is no WebSocket at this address.');
  });
}

function siteHeaders(request: FastifyRequest) {
  const { headers } = request;
  return {
    method: request.method,
    host: headers.host,
    origin: headers.origin,
    fetchSite: single(headers['sec-fetch-site']),
    fetchMode: single(headers['sec-fetch-mode']),
    fetchDest: single(headers['sec-fetch-dest']),
  };
}

function presented(request: FastifyRequest) {
  return { authorization: request.headers.authorization, cookie: request.cookies[authCookie] };
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
