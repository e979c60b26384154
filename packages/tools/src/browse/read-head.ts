// Reads the beginning of an open file, never more, and makes text of it where it is text.
import type { Opened } from '../boundary/open-inside.ts';
import { type DecodedText, decodeText } from '../text/text-encoding.ts';

/** At most `maxBytes` of the file, whatever size it claims to have. */
export async function readHead({ handle }: Opened, maxBytes: number): Promise<Buffer> {
  const head = Buffer.allocUnsafe(maxBytes);
  let length = 0;
  while (length < maxBytes) {
    const { bytesRead } = await handle.read(head, length, maxBytes - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return head.subarray(0, length);
}

/** The text of a head; of one that was cut the whole lines, if it has one. Undefined for what is not text. */
export function toHeadText(head: Buffer, isCut: boolean): string | undefined {
  if (!isCut) return decodeText(head)?.text;
  const text = decodeCut(head)?.text;
  const end = text?.lastIndexOf('\n') ?? -1;
  return text === undefined || end < 0 ? text : text.slice(0, end + 1);
}

/** A character may be cut in two at the end. UTF-8 comes first: what is half of it passes for another encoding. */
function decodeCut(head: Buffer): DecodedText | undefined {
  const tries = [0, 1, 2, 3].map((less) => decodeText(head.subarray(0, head.length - less)));
  return tries.find((each) => each?.encoding === 'utf-8') ?? tries.find((each) => each !== undefined);
}
