// Lines that are not JSON by themselves and wait for the rest of it.
import { parseJson } from './json.ts';

export type PendingJson = {
  add(line: string): void;
  isEmpty(): boolean;
  /** Characters held. */
  size(): number;
  /** Gives up the lines and starts anew. */
  take(): string[];
};

export function createPendingJson(): PendingJson {
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

/** The value of the lines as one text, wrapped so that `null` can be told from no JSON. */
export function parseLines(lines: readonly string[]): { value: unknown } | undefined {
  const value = parseJson(lines.join('\n'));
  return value === undefined ? undefined : { value };
}
