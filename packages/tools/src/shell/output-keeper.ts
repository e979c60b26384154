// Keeps the first and the last part of an output of any size, within a fixed amount of memory, and tells how much
// there was between them.
import { headWithin, isContinuation, tailWithin } from '../text/cut-text.ts';

export type KeptOutput = { text: string; bytes: number; truncated: boolean };

export type OutputKeeper = { add(chunk: Buffer): void; kept(): KeptOutput };

/** The text of `kept` has at most `maxBytes` of UTF-8, the line about what was left out included. */
export function createOutputKeeper(maxBytes: number): OutputKeeper {
  const half = Math.max(0, Math.floor((maxBytes - markerBytes) / 2));
  const head: Buffer[] = [];
  let headBytes = 0;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let bytes = 0;

  function addTail(part: Buffer): void {
    if (part.length >= half) {
      tail = [Buffer.from(part.subarray(part.length - half))];
      tailBytes = half;
      return;
    }
    tail.push(part);
    tailBytes += part.length;
    // Joined now and then only: dropping the front piece by piece would cost a copy for each chunk.
    if (tailBytes <= half * 4 && tail.length < 256) return;
    const joined = Buffer.concat(tail);
    tail = [Buffer.from(joined.subarray(Math.max(0, joined.length - half)))];
    tailBytes = tail[0]?.length ?? 0;
  }

  return {
    add(chunk) {
      bytes += chunk.length;
      const room = half - headBytes;
      if (room > 0) {
        head.push(Buffer.from(chunk.subarray(0, room)));
        headBytes += Math.min(room, chunk.length);
      }
      if (chunk.length > room) addTail(chunk.subarray(Math.max(0, room)));
    },
    kept() {
      const first = Buffer.concat(head);
      const last = Buffer.concat(tail);
      if (bytes <= half * 2) {
        const text = toText(Buffer.concat([first, last]));
        if (Buffer.byteLength(text) <= maxBytes) return { text, bytes, truncated: false };
      }
      const shownTail = last.subarray(Math.max(0, last.length - half));
      const between = Math.max(0, bytes - first.length - shownTail.length);
      const start = headWithin(toText(withoutHalfEnd(first)), half);
      const end = tailWithin(toText(withoutHalfStart(shownTail)), half);
      return { text: `${start}${marker(between)}${end}`, bytes, truncated: true };
    },
  };
}

const markerBytes = 100;

function marker(between: number): string {
  return between === 0 ? '\n[… a part was left out …]\n' : `\n[… ${between} bytes were left out …]\n`;
}

/** Bytes that are no UTF-8 become replacement characters; a NUL is shown, since not every store can hold one. */
export function toText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '␀');
}

export function withoutHalfStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

/** Without the beginning of a character whose rest was cut off. */
export function withoutHalfEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
