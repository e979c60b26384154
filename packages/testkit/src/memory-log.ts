// The Log of tests: nothing is printed, everything can be looked at and awaited.
import type { Log } from '@slipstream/agent';
import { type Collector, createCollector } from './collector.ts';

export type LogEntry = {
  level: 'info' | 'warn' | 'error';
  fields: Record<string, unknown>;
  message: string;
};

/** A Log that keeps what it is told. */
export type MemoryLog = Log & {
  readonly entries: readonly LogEntry[];
  /** The first entry of that level, and with that message if one is given. */
  waitFor(level: LogEntry['level'], message?: string): Promise<LogEntry>;
};

export function createMemoryLog(): MemoryLog {
  const entries: Collector<LogEntry> = createCollector();
  const write = (level: LogEntry['level']) => (fields: Record<string, unknown>, message: string) =>
    entries.add({ level, fields, message });
  return {
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    entries: entries.items,
    waitFor: (level, message) =>
      entries.waitFor(
        (entry) => entry.level === level && (message === undefined || entry.message === message),
      ),
  };
}
