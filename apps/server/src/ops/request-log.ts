// One log line per request that went through, with its id, and never what was asked for or sent: a query can hold
// what people search for, a body what they write.
import type { FastifyInstance } from 'fastify';

/** A client's own request id, if it is a harmless one. */
export function toRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,64}$/.test(header) ? header : undefined;
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode === 401 || reply.statusCode === 403) request.log.warn(fields, 'request refused');
    else request.log.debug(fields, 'request');
  });
}
