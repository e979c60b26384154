// Frames as bytes. The same frame goes to all its readers one after the other, so it is made into bytes once for them.
import type { ServerFrame } from '@slipstream/protocol';

export function encodeFrame(frame: ServerFrame): Buffer {
  return Buffer.from(JSON.stringify(frame));
}

/** Gives an encoder of texts that remembers the last one; comparing a string with itself costs nothing. */
export function createTextEncoder(): (text: string) => Buffer {
  let lastText = '';
  let lastBytes: Buffer = Buffer.alloc(0);
  return (text) => {
    if (text !== lastText) {
      lastBytes = Buffer.from(text);
      lastText = text;
    }
    return lastBytes;
  };
}
