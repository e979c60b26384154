// Takes a file in: finds out what it is from its bytes, what of it a model can read, and keeps it by its hash.
import type { KeptFile } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import type { AttachmentFolder } from './attachment-files.ts';
import { extractText } from './extract-text.ts';
import { sniff } from './sniff.ts';

/** Rejects with `invalid_request` for what no model could be given. */
export async function takeFile(folder: AttachmentFolder, name: string, bytes: Buffer): Promise<KeptFile> {
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
  return { name: toName(name), mediaType, bytes: bytes.length, sha256, ...extracted };
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
