// The bounds of the built-in tools. Bytes are of UTF-8, times milliseconds.

import { defaultProcessLimits, type ProcessLimits } from './shell/process-limits.ts';

export type ToolLimits = ProcessLimits & {
  /** How much one call may give to the model. The loop cuts at the same size: more would lose its last lines there. */
  maxOutputBytes: number;
  /** How much of a text file one `read_file` gives, when `maxOutputBytes` allows it. */
  maxPageBytes: number;
  maxPageLines: number;
  maxListedEntries: number;
  /** How long `glob` and `grep` may search. */
  searchTimeoutMs: number;
  /** The default and the longest time of a command. */
  commandTimeoutMs: number;
  maxCommandTimeoutMs: number;
  /** Between the polite signal and the one that cannot be ignored. */
  killGraceMs: number;
  /** How long what a command left running may hold its output open after the command itself has ended. */
  pipeGraceMs: number;
  /** A command that writes more than this is stopped. */
  maxCommandBytes: number;
  /** How much of a command's output is kept in a file; `read_file` can page through that much. */
  maxKeptBytes: number;
  progressIntervalMs: number;
};

export const defaultToolLimits: ToolLimits = {
  ...defaultProcessLimits,
  maxOutputBytes: 32 * 1024,
  maxPageBytes: 64 * 1024,
  maxPageLines: 2000,
  maxListedEntries: 1000,
  searchTimeoutMs: 20_000,
  commandTimeoutMs: 120_000,
  maxCommandTimeoutMs: 600_000,
  killGraceMs: 2000,
  pipeGraceMs: 200,
  maxCommandBytes: 64 * 1024 * 1024,
  maxKeptBytes: 50 * 1024 * 1024,
  progressIntervalMs: 100,
};
