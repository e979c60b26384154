// How large a message is on the wire: what counts are the bytes of its text as JSON, not its characters.
import { maxFrameBytes, maxMessageChars } from '@slipstream/protocol';

/** Whether no frame can carry `text` as one message; the frame's other fields have 1 KiB. */
export function isTooLargeToSend(text: string): boolean {
  if (text.length > maxMessageChars) return true;
  const room = maxFrameBytes - 1024;
  // A unit has six bytes at most, as an escape.
  return text.length * 6 > room && bytesOnWire(text) > room;
}

export function bytesOnWire(text: string): number {
  return new TextEncoder().encode(JSON.stringify(text)).length;
}
