// Frames as they go onto the wire. The same frame goes to all its readers one after the other, so it is made into bytes
// once for them, with the head that WebSocket puts before it: a server masks nothing, so that is the same for all, too.
import type { ServerFrame } from '@slipstream/protocol';

export function encodeFrame(frame: ServerFrame): Buffer {
  return toWire(JSON.stringify(frame));
}

/** Gives an encoder of texts that remembers the last one; comparing a string with itself costs nothing. */
export function createTextEncoder(): (text: string) => Buffer {
  let lastText: string | undefined;
  let lastBytes: Buffer = Buffer.alloc(0);
  return (text) => {
    if (text !== lastText) {
      lastBytes = toWire(text);
      lastText = text;
    }
    return lastBytes;
  };
}

const finalText = 0x81;

/** One unmasked text frame of one piece (RFC 6455, section 5.2). */
function toWire(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(head + length);
  bytes[0] = finalText;
  if (head === 2) bytes[1] = length;
  else if (head === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeUInt32BE(0, 2);
    bytes.writeUInt32BE(length, 6);
  }
  bytes.write(text, head);
  return bytes;
}
