// The files of a session's messages, and its tools' images, as an archive has them: their bytes along, as far as there is
// room for them.
import { type ArchivedAttachment, maxArchivedFileChars } from '@slipstream/protocol';
import type { AttachmentFiles } from '../attached.ts';
import type { StoredAttachment } from '../store.ts';

/** One at a time: each may be large. Without `files` nothing but what they are. */
export async function* toArchivedFiles(
  attachments: readonly StoredAttachment[],
  files: AttachmentFiles | undefined,
): AsyncGenerator<ArchivedAttachment> {
  let room = maxArchivedFileChars;
  for (const { id, name, mediaType, bytes, sha256, turnId } of attachments) {
    const chars = Math.ceil(bytes / 3) * 4;
    const data = files && chars <= room ? await files.readBase64(sha256).catch(() => undefined) : undefined;
    if (data !== undefined) room -= data.length;
    const info = { id, name, mediaType, bytes, sha256, ...(turnId === undefined ? {} : { turnId }) };
    yield data === undefined ? { ...info, leftOut: true } : { ...info, data };
  }
}
