// Frames in the order in which they came, each with the key under which it can be dropped. Taking from the front
// costs the same however many wait.

type Waiting = { key: string | null; bytes: Buffer };

export type WaitingFrames = {
  push(key: string | null, bytes: Buffer): void;
  shift(): Buffer | undefined;
  /** Removes all frames of a key; gives how many. */
  drop(key: string): number;
  isEmpty(): boolean;
  bytes(): number;
};

const compactAfter = 1024;

export function createWaitingFrames(): WaitingFrames {
  let frames: Waiting[] = [];
  let head = 0;
  let bytes = 0;
  return {
    push(key, frame) {
      frames.push({ key, bytes: frame });
      bytes += frame.length;
    },
    shift() {
      const first = frames[head];
      if (!first) return undefined;
      head += 1;
      bytes -= first.bytes.length;
      if (head === frames.length || head >= compactAfter) {
        frames = frames.slice(head);
        head = 0;
      }
      return first.bytes;
    },
    drop(key) {
      if (head === frames.length) return 0;
      const before = frames.length - head;
      frames = frames.slice(head).filter((frame) => frame.key !== key);
      head = 0;
      bytes = frames.reduce((sum, frame) => sum + frame.bytes.length, 0);
      return before - frames.length;
    },
    isEmpty: () => head === frames.length,
    bytes: () => bytes,
  };
}
