// How many pixels an image has, by its header alone: a small file can ask a browser for gigabytes. Nothing is decoded.

/** Undefined where the header is none of the four kinds that are shown, or broken. */
export function toPixels(bytes: Buffer): number | undefined {
  try {
    const size = toSize(bytes);
    return size && size[0] > 0 && size[1] > 0 ? size[0] * size[1] : undefined;
  } catch (thrown) {
    // It ends before its header does.
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

type Size = readonly [width: number, height: number];

function toSize(bytes: Buffer): Size | undefined {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\x89PNG')) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (head.startsWith('GIF8')) return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  if (head.startsWith('\xff\xd8')) return jpegSize(bytes);
  if (head.startsWith('RIFF')) return webpSize(bytes, head.slice(12));
  return undefined;
}

function webpSize(bytes: Buffer, kind: string): Size | undefined {
  if (kind === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (kind === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  if (kind !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** Goes from one segment to the next until the one that begins a frame. */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
}
