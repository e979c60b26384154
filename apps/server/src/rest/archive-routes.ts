// Sessions as files: out in three forms, and in again from the JSON one.
import type { Sessions } from '@slipstream/agent';
import { ExportQuery, SessionArchive } from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';
import { parseId, parseInput } from './parse-input.ts';

/** The largest file that is taken in. */
export const maxArchiveBytes = 64 * 1024 * 1024;

const kinds = {
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md' },
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  jsonl: { type: 'application/jsonl; charset=utf-8', ending: 'jsonl' },
} as const;

export function registerArchiveRoutes(app: FastifyInstance, sessions: Sessions): void {
  app.get('/api/sessions/:sessionId/export', async (request, reply) => {
    const sessionId = parseId(request.params, 'sessionId');
    const { format } = parseInput(ExportQuery, request.query);
    const text = await sessions.export(sessionId, format);
    const { type, ending } = kinds[format];
    return reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="chat-${sessionId}.${ending}"`)
      .send(text);
  });

  app.post('/api/sessions/import', { bodyLimit: maxArchiveBytes }, async (request, reply) => {
    const session = await sessions.import(parseInput(SessionArchive, request.body));
    return reply.code(201).send(session);
  });
}
