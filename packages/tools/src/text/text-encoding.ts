// Bytes of a file to text and back. Decoding guesses the encoding as an editor would; encoding is only offered where
// the bytes that were not touched come back exactly as they were.
import { encodeGb18030 } from './gb18030.ts';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

/** Text, and how it was written. `mark` is the byte order mark it began with, which is not in the text. */
export type DecodedText = { text: string; encoding: TextEncodingName; mark: boolean };

export const encodingLabels: Record<TextEncodingName, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  gb18030: 'GB18030',
  'windows-1252': 'Windows-1252',
};

/** Undefined for what is not text. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  for (const [encoding, ...mark] of marks) {
    if (!mark.every((byte, index) => bytes[index] === byte)) continue;
    const text = tryDecode(bytes.subarray(mark.length), encoding);
    return text === undefined || hasNul(text) ? undefined : { text, encoding, mark: true };
  }
  for (const encoding of hasZero(bytes) ? guessUtf16(bytes) : legacy) {
    const text = tryDecode(bytes, encoding);
    if (text !== undefined && isPlausible(text)) return { text, encoding, mark: false };
  }
  return undefined;
}

/** The bytes of a changed text in the encoding of its file; undefined where that encoding cannot hold it. */
export function encodeText(text: string, like: Pick<DecodedText, 'encoding' | 'mark'>): Buffer | undefined {
  switch (like.encoding) {
    case 'utf-8':
      return Buffer.from(like.mark ? `\ufeff${text}` : text, 'utf8');
    case 'utf-16le':
      return Buffer.from(like.mark ? `\ufeff${text}` : text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(like.mark ? `\ufeff${text}` : text, 'utf16le').swap16();
    case 'gb18030':
      return encodeGb18030(text);
    case 'windows-1252':
      return undefined;
  }
}

type Mark = readonly [TextEncodingName, ...number[]];
const marks: readonly Mark[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/** In this order: what is valid UTF-8 by chance is rare, what is valid GB18030 by chance less so. */
const legacy: readonly TextEncodingName[] = ['utf-8', 'gb18030', 'windows-1252'];

function tryDecode(bytes: Uint8Array, encoding: TextEncodingName): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function hasZero(bytes: Uint8Array): boolean {
  return bytes.includes(0);
}

function hasNul(text: string): boolean {
  return text.includes('\0');
}

/** UTF-16 without a mark: in Western text nearly every second byte is zero, and always the same one. */
function guessUtf16(bytes: Uint8Array): TextEncodingName[] {
  if (bytes.length % 2 !== 0) return [];
  const zeros = [0, 0];
  const looked = Math.min(bytes.length, 4096);
  for (let index = 0; index < looked; index += 1) {
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [high = 0, low = 0] = zeros;
  const enough = looked / 2 / 4;
  if (high === 0 && low > enough) return ['utf-16le'];
  if (low === 0 && high > enough) return ['utf-16be'];
  return [];
}

/** Text holds hardly any control characters beyond line ends, tabs, backspaces, form feeds and terminal escapes. */
function isPlausible(text: string): boolean {
  if (hasNul(text)) return false;
  const looked = Math.min(text.length, 64 * 1024);
  let odd = 0;
  for (let at = 0; at < looked; at += 1) if (isOdd(text.charCodeAt(at))) odd += 1;
  return odd <= looked / 50;
}

function isOdd(code: number): boolean {
  if (code >= 0x20) return (code >= 0x7f && code <= 0x9f) || code >= 0xfffe;
  return code < 0x08 || (code > 0x0d && code !== 0x1b);
}
