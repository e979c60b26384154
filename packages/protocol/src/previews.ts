// What of a long text, or of large arguments, is sent and held before somebody asks for all of it. Pure. What fits comes
// back unchanged, so that cutting twice to one size is cutting once: live views and stored ones are cut at different
// times and must be equal.
import type { Json } from './primitives.ts';

/** A tool's output as it is told; the trajectory has what there is. */
export const outputPreviewBytes = 4 * 1024;
/** What a call's arguments may take while it runs or waits. */
export const openArgsBytes = 32 * 1024;

/** Length in UTF-8; a lone surrogate counts as the sign that stands for it. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else if (isHigh(code) && isLow(text.charCodeAt(index + 1))) {
      bytes += 2;
      index += 1;
    } else bytes += 2;
  }
  return bytes;
}

/** Length of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value));
}

/** The beginning of the text, in whole characters. */
export function previewText(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  let bytes = 0;
  for (let index = 0; index < text.length; ) {
    const code = text.charCodeAt(index);
    const pair = isHigh(code) && isLow(text.charCodeAt(index + 1));
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : pair ? 4 : 3;
    if (bytes > maxBytes) return text.slice(0, index);
    index += pair ? 2 : 1;
  }
  return text;
}

/** The same arguments with long texts and lists cut until they fit; empty where nothing else helps. */
export function previewArgs(args: Json, maxBytes: number): Json {
  if (jsonBytes(args) <= maxBytes) return args;
  for (let room = maxBytes; room >= 16; room = Math.floor(room / 2)) {
    const cut = cutDeep(args, room) as Json;
    if (jsonBytes(cut) <= maxBytes) return cut;
  }
  return {};
}

/** Texts of at most `room` bytes, and an eighth as many items or keys. */
function cutDeep(value: unknown, room: number): unknown {
  if (typeof value === 'string') return previewText(value, room);
  if (typeof value !== 'object' || value === null) return value;
  const most = Math.ceil(room / 8);
  if (Array.isArray(value)) return value.slice(0, most).map((each) => cutDeep(each, room));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, most)
      .map(([key, each]) => [previewText(key, room), cutDeep(each, room)]),
  );
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
