// Lines that are not JSON by themselves and wait for the rest of it.

export type PendingLines = {
  add(line: string): void;
  isEmpty(): boolean;
  /** Characters held. */
  size(): number;
  /** Gives up the lines and starts anew. */
  take(): string[];
};

export function createPendingLines(): PendingLines {
  let lines: string[] = [];
  let size = 0;
  return {
    add(line) {
      lines.push(line);
      size += line.length;
    },
    isEmpty: () => lines.length === 0,
    size: () => size,
    take() {
      const taken = lines;
      lines = [];
      size = 0;
      return taken;
    },
  };
}
