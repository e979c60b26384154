// Bytes in, whole lines out: hides where the network cut the body, the three kinds of line ends and a byte order
// mark. It knows nothing of what a line says, and never decodes half a character: only whole lines are decoded.

export type LineReader = {
  /** The lines that these bytes completed, joined with `\n` and ending in one; empty when none was completed. */
  push(bytes: Uint8Array): string;
  /** The last line, if it had no line end. */
  end(): string;
  /** Bytes that wait for their line's end. */
  waiting(): number;
};

const lf = 10;
const cr = 13;

export function createLineReader(): LineReader {
  let parts: Uint8Array[] = [];
  let size = 0;
  let atStart = true;
  let afterCr = false;

  function decode(last: Uint8Array | undefined): string {
    if (last) parts.push(last);
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    parts = [];
    size = 0;
    const text = bytes ? toBuffer(bytes).toString('utf8') : '';
    if (!atStart) return text;
    atStart = false;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  return {
    push(bytes) {
      let from = 0;
      // The second half of a CR LF that was cut between the two.
      if (afterCr && bytes.length > 0) {
        if (bytes[0] === lf) from = 1;
        afterCr = false;
      }
      const end = lastLineEnd(bytes, from);
      if (end < 0) {
        if (from < bytes.length) keep(bytes.subarray(from));
        return '';
      }
      afterCr = bytes[end] === cr && end === bytes.length - 1;
      const text = decode(bytes.subarray(from, end + 1));
      if (end + 1 < bytes.length) keep(bytes.subarray(end + 1));
      return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    },
    end: () => decode(undefined),
    waiting: () => size,
  };

  function keep(bytes: Uint8Array): void {
    parts.push(bytes);
    size += bytes.length;
  }
}

function lastLineEnd(bytes: Uint8Array, from: number): number {
  for (let index = bytes.length - 1; index >= from; index -= 1)
    if (bytes[index] === lf || bytes[index] === cr) return index;
  return -1;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
