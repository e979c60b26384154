// Opens a file of the workspace as text. The one way in for every tool that looks into a file.
import { AppError } from '@slipstream/protocol';
import type { Boundary } from '../boundary/boundary.ts';
import { type Opened, openFile } from '../boundary/open-inside.ts';
import { maxFileBytes, readContent } from '../boundary/read-content.ts';
import { toByteCount } from '../text/counts.ts';
import { type DecodedText, decodeText } from '../text/text-encoding.ts';

/** `place` is where the file really is. */
export type TextFile = DecodedText & { bytes: Buffer; place: string };

/** Throws AppError with a sentence for the model. */
export async function readTextFile(
  boundary: Boundary,
  relative: string,
  shown: string,
  signal: AbortSignal,
  maxBytes = maxFileBytes,
): Promise<TextFile> {
  const opened = await openFile(boundary, relative, shown);
  try {
    return await toTextFile(opened, shown, signal, maxBytes);
  } finally {
    await opened.handle.close();
  }
}

/** The same of a file that is open already, and stays open. */
export async function toTextFile(
  opened: Opened,
  shown: string,
  signal: AbortSignal,
  maxBytes = maxFileBytes,
): Promise<TextFile> {
  return toDecoded(await readContent(opened, shown, signal, maxBytes), opened.place, shown);
}

/** The same of bytes that were read already. */
export function toDecoded(bytes: Buffer, place: string, shown: string): TextFile {
  const decoded = decodeText(bytes);
  if (!decoded)
    throw new AppError(
      'invalid_request',
      `"${shown}" is a binary file (${toByteCount(bytes.length)}); it cannot be shown or edited as text.`,
    );
  return { ...decoded, bytes, place };
}
