// What an operator's tools ask: is the process up, is it ready for work, how busy is it, which version is it.
import { AppError, protocolVersion, toAppError } from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';
import { version } from './version.ts';

export type Readiness = {
  /** Rejects with the reason when the store cannot answer. */
  ping(): Promise<void>;
  /** True once the server has begun to stop. */
  stopping(): boolean;
  /** Nothing can be changed here; said to whoever asks for the version. */
  readOnly: boolean;
};

const open = { config: { open: true } };

export function registerHealthRoutes(app: FastifyInstance, readiness: Readiness, metrics: Metrics): void {
  app.get('/healthz', open, async () => ({ status: 'ok' }));

  app.get('/readyz', open, async () => {
    if (readiness.stopping()) throw new AppError('unavailable', 'The server is stopping.');
    try {
      await readiness.ping();
    } catch (thrown) {
      throw new AppError('unavailable', `The store does not answer: ${toAppError(thrown).message}`, {
        cause: thrown,
      });
    }
    return { status: 'ready' };
  });

  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));

  app.get('/api/version', async () => ({
    name: 'slipstream',
    version,
    protocol: protocolVersion,
    ...(readiness.readOnly ? { readOnly: true } : {}),
  }));
}
