// What everybody may have of a server that is only looked at (`READ_ONLY`): the one list of what reads. All else is
// refused at the door, so that a route which is added later is closed until somebody decides that it may be seen. The
// frames of sockets have theirs in `ws/run-command.ts`.
import { AppError } from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';

/**
 * Chats, with all that was said and done in them; nothing of the owner's beside them. So there are no files of the
 * workspace here and nothing that is made of them (what a model call was sent has the owner's rules, notes and memory
 * in it), no rules, folders, added tools or periodic tasks, and no figures of the machine.
 */
export const readableRoutes: readonly string[] = [
  'GET /',
  'GET /*',
  'GET /s/:sessionId',
  'GET /healthz',
  'GET /readyz',
  'POST /api/login',
  'GET /ws',
  'GET /api/version',
  'GET /api/models',
  'GET /api/search',
  'GET /api/sessions',
  'GET /api/sessions/:sessionId',
  'GET /api/sessions/:sessionId/messages',
  'GET /api/sessions/:sessionId/queue',
  'GET /api/sessions/:sessionId/compactions',
  'GET /api/sessions/:sessionId/export',
  'GET /api/sessions/:sessionId/turns/:turnId/trajectory',
  'GET /api/sessions/:sessionId/turns/:turnId/part',
  'GET /api/sessions/:sessionId/turns/:turnId/changes',
  'GET /api/attachments/:id',
];

/** To be installed after the guard, which says who may come at all. */
export function installReadOnly(app: FastifyInstance): void {
  const readable = new Set(readableRoutes);
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions;
    // Where there is no route there is nothing to keep; that answers for itself.
    if (url === undefined) return;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (readable.has(`${method} ${url}`)) return;
    throw method === 'GET'
      ? new AppError('read_only', 'This server shows its chats and nothing else.')
      : new AppError('read_only');
  });
}
