// Sessions as files: out in three forms, and in again from the JSON one.
import { Readable } from 'node:stream';
import type { KeptFile, Sessions } from '@slipstream/agent';
import { AppError, ExportQuery, type Session, SessionArchive } from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';
import { type ExaminedFile, examineFile, keepFile } from '../attachments/take-file.ts';
import type { AttachmentSettings } from './attachment-routes.ts';
import { parseId, parseInput } from './parse-input.ts';

/** The largest file that is taken in. */
export const maxArchiveBytes = 64 * 1024 * 1024;

const kinds = {
  markdown: { type: 'text/markdown; charset=utf-8', ending: 'md' },
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  jsonl: { type: 'application/jsonl; charset=utf-8', ending: 'jsonl' },
} as const;

export function registerArchiveRoutes(
  app: FastifyInstance,
  sessions: Sessions,
  settings: AttachmentSettings | undefined,
): void {
  app.get('/api/sessions/:sessionId/export', async (request, reply) => {
    const sessionId = parseId(request.params, 'sessionId');
    const { format } = parseInput(ExportQuery, request.query);
    const pieces = await sessions.export(sessionId, format);
    const { type, ending } = kinds[format];
    return reply
      .header('content-type', type)
      .header('content-disposition', `attachment; filename="chat-${sessionId}.${ending}"`)
      .send(Readable.from(pieces));
  });

  app.post('/api/sessions/import', { bodyLimit: maxArchiveBytes }, async (request, reply) => {
    const archive = parseInput(SessionArchive, request.body);
    const session = settings
      ? await importWithFiles(sessions, archive, settings)
      : await sessions.import(archive, new Map());
    return reply.code(201).send(session);
  });
}

async function importWithFiles(
  sessions: Sessions,
  archive: SessionArchive,
  { folder, maxBytes }: AttachmentSettings,
): Promise<Session> {
  const examined = await examineFiles(archive, maxBytes);
  return folder.whileKept(async () => {
    const files = new Map<string, KeptFile>();
    for (const [id, file] of examined) files.set(id, await keepFile(folder, file));
    return sessions.import(archive, files);
  });
}

/** What is no file that can be attached, or too large, is left out like one that was not there. */
async function examineFiles(
  { attachments = [] }: SessionArchive,
  maxBytes: number,
): Promise<Map<string, ExaminedFile>> {
  const files = new Map<string, ExaminedFile>();
  for (const { id, name, data } of attachments) {
    if (data === undefined) continue;
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length === 0 || bytes.length > maxBytes) continue;
    try {
      files.set(id, await examineFile(name, bytes));
    } catch (thrown) {
      if (!(thrown instanceof AppError && thrown.code === 'invalid_request')) throw thrown;
    }
  }
  return files;
}
