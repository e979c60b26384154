// Files that go with messages: in by a form, out as plain downloads that no browser runs.
import multipart from '@fastify/multipart';
import type { Sessions } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AttachmentFolder } from '../attachments/attachment-files.ts';
import { extractText } from '../attachments/extract-text.ts';
import { sniff } from '../attachments/sniff.ts';
import { parseId } from './parse-input.ts';

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
      const found = sniff(bytes);
      if (!found)
        throw new AppError('invalid_request', 'Only images, text, code, PDF and DOCX files can be attached.');
      const { kind, mediaType } = found;
      const extracted =
        kind === 'text'
          ? { text: bytes.toString('utf8').replace(/^\ufeff/, ''), note: null }
          : kind === 'image'
            ? { text: null, note: null }
            : await extractText(kind, bytes);
      const sha256 = await folder.keep(bytes);
      const attachment = await sessions.attach({
        sessionId,
        name,
        mediaType,
        bytes: bytes.length,
        sha256,
        ...extracted,
      });
      return reply.code(201).send(attachment);
    },
  );

  app.get('/api/attachments/:id', async (request, reply) => {
    const { name, mediaType, sha256 } = await sessions.attachment(parseId(request.params, 'id'));
    const bytes = await folder.read(sha256);
    const image = mediaType.startsWith('image/');
    return reply
      .header('content-type', image ? mediaType : 'application/octet-stream')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header(
        'content-disposition',
        `${image ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
      )
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
    if (bytes.length === 0) throw new AppError('invalid_request', 'The file is empty.');
    return { name: toName(part.filename), bytes };
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

/** The last part of a path, without what a file's name cannot have. */
function toName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .toWellFormed()
      .trim()
      .slice(0, 200) || 'file'
  );
}
