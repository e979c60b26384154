// Files that go with messages: in by a form, out as plain downloads that no browser runs.
import multipart from '@fastify/multipart';
import type { Sessions } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AttachmentFolder } from '../attachments/attachment-files.ts';
import { examineFile, keepFile } from '../attachments/take-file.ts';
import { parseId } from './parse-input.ts';
import { sendAsData } from './send-as-data.ts';

export type AttachmentSettings = { folder: AttachmentFolder; maxBytes: number };

export async function registerAttachmentRoutes(
  app: FastifyInstance,
  sessions: Sessions,
  { folder, maxBytes }: AttachmentSettings,
): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 5, fileSize: maxBytes },
    throwFileSizeLimit: true,
  });

  app.post(
    '/api/sessions/:sessionId/attachments',
    { bodyLimit: maxBytes + 64 * 1024 },
    async (request, reply) => {
      const sessionId = parseId(request.params, 'sessionId');
      const { name, bytes } = await readFile(request, maxBytes);
      const file = await examineFile(name, bytes);
      const attachment = await folder.whileKept(async () =>
        sessions.attach({ sessionId, ...(await keepFile(folder, file)) }),
      );
      return reply.code(201).send(attachment);
    },
  );

  app.get('/api/attachments/:id', async (request, reply) => {
    const { name, mediaType, sha256 } = await sessions.attachment(parseId(request.params, 'id'));
    const bytes = await folder.read(sha256);
    return sendAsData(reply, { name, mediaType })
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(bytes);
  });
}

async function readFile(request: FastifyRequest, maxBytes: number): Promise<{ name: string; bytes: Buffer }> {
  if (!request.isMultipart())
    throw new AppError('invalid_request', 'Send the file as a form (multipart/form-data).');
  try {
    const part = await request.file();
    if (!part) throw new AppError('invalid_request', 'The form has no file.');
    const bytes = await part.toBuffer();
    if (bytes.length === 0)
      throw new AppError('invalid_request', 'The file is empty.', { details: { reason: 'empty' } });
    return { name: part.filename, bytes };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    const { code } = thrown as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE' || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      throw new AppError('too_large', `A file may have ${Math.floor(maxBytes / 1024 / 1024)} MB at most.`, {
        details: { maxBytes },
      });
    throw new AppError('invalid_request', 'The form could not be read.', { cause: thrown });
  }
}
