// Takes a file in: finds out what it is from its bytes, what of it a model can read, and keeps it by its hash.
import type { KeptFile } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import type { AttachmentFolder } from './attachment-files.ts';
import { extractText } from './extract-text.ts';
import { sniff } from './sniff.ts';

/** A file that is known and not kept yet. */
export type ExaminedFile = Omit<KeptFile, 'sha256'> & { content: Buffer };

/** Rejects with `invalid_request` for what no model could be given. */
export async function examineFile(name: string, content: Buffer): Promise<ExaminedFile> {
  const found = sniff(content);
  if (!found)
    throw new AppError('invalid_request', 'Only images, text, code, PDF and DOCX files can be attached.', {
      details: { reason: 'kind' },
    });
  const { kind, mediaType } = found;
  const extracted =
    kind === 'text'
      ? { text: content.toString('utf8').replace(/^\ufeff/, ''), note: null }
      : kind === 'image'
        ? { text: null, note: null }
        : await extractText(kind, content);
  return { name: toName(name), mediaType, bytes: content.length, ...extracted, content };
}

/** To be called where nothing is removed meanwhile: within `whileKept`, until the file is somebody's. */
export async function keepFile(
  folder: AttachmentFolder,
  { content, ...file }: ExaminedFile,
): Promise<KeptFile> {
  return { ...file, sha256: await folder.keep(content) };
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
