// Reads the whole of an open file, up to a limit, whatever size the file claims to have.
import { AppError } from '@slipstream/protocol';
import { toByteCount } from '../text/counts.ts';
import type { Opened } from './open-inside.ts';

/** What the file tools are willing to hold in memory at once. */
export const maxFileBytes = 16 * 1024 * 1024;

const chunkBytes = 256 * 1024;

/** Throws AppError `too_large`, with what to do instead, for a file over the limit. */
export async function readContent(
  opened: Opened,
  shown: string,
  signal: AbortSignal,
  maxBytes = maxFileBytes,
): Promise<Buffer> {
  if (opened.stats.size > maxBytes) throw tooLarge(shown, opened.stats.size, maxBytes);
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead, buffer } = await opened.handle.read(
      Buffer.allocUnsafe(chunkBytes),
      0,
      chunkBytes,
      length,
    );
    if (bytesRead === 0) return Buffer.concat(chunks, length);
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
    if (length > maxBytes) throw tooLarge(shown, length, maxBytes);
  }
}

function tooLarge(shown: string, bytes: number, maxBytes: number): AppError {
  return new AppError(
    'too_large',
    `"${shown}" has ${toByteCount(bytes)}, more than the ${toByteCount(maxBytes)} that can be opened whole. ` +
      'Use grep to find a place in it, or bash (head, tail, sed -n) to see a part.',
  );
}
