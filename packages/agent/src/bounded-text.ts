// Cuts text to a number of UTF-8 bytes without breaking a character, and says that it did.
import { utf8Bytes } from '@slipstream/protocol';

export type BoundedText = { text: string; truncated: boolean; bytes: number };

/** The text when it fits; else its head and a line that tells what is missing, together within `maxBytes`. */
export function toBoundedText(text: string, maxBytes: number): BoundedText {
  if (text.length * 3 <= maxBytes) return { text, truncated: false, bytes: utf8Bytes(text) };
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= maxBytes) return { text, truncated: false, bytes: encoded.length };
  const marker = `\n[cut here: the whole output has ${encoded.length} bytes]`;
  let end = Math.max(0, maxBytes - marker.length);
  // Bytes 10xxxxxx continue a character: step back to where one starts.
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  const head = new TextDecoder().decode(encoded.subarray(0, end));
  return { text: head + marker, truncated: true, bytes: encoded.length };
}
