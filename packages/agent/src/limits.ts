/** Bounds of one turn. Times are milliseconds. */
export type Limits = {
  maxSteps: number;
  maxOutputTokens: number;
  /** Failed model calls that are tried again, per step. */
  maxRetries: number;
  retryDelayMs: number;
  /** A provider that asks for a longer wait than this is not waited for. */
  maxRetryDelayMs: number;
  maxParallelTools: number;
  /** How long a question waits for a person; 0: until somebody answers. */
  approvalTimeoutMs: number;
  /** How much of a tool's output goes to the model and the trace, bytes of UTF-8 (the wire's limit is 32 KiB). */
  maxToolOutputBytes: number;
  /** How long a stopped tool may take to end what it started before the turn goes on without it. */
  stopGraceMs: number;
};

export const defaultLimits: Limits = {
  maxSteps: 50,
  maxOutputTokens: 8192,
  maxRetries: 3,
  retryDelayMs: 1000,
  maxRetryDelayMs: 60_000,
  maxParallelTools: 8,
  approvalTimeoutMs: 0,
  maxToolOutputBytes: 32 * 1024,
  stopGraceMs: 5000,
};
