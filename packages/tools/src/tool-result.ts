// The border between what the tools throw and what the model is told: an AppError is a result to act on, anything
// else is a bug or a stop and goes on up.
import type { ToolResult } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';

/** Rejects with the signal's reason when that is aborted before the work has begun. */
export async function toToolResult(
  signal: AbortSignal,
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  signal.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return toFailure(error.message);
    throw error;
  }
}

export function toFailure(output: string): ToolResult {
  return { output, isError: true };
}
