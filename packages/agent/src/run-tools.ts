// Runs the calls of one answer in batches: neighbours whose tools are safe side by side run together (bounded), all
// others alone, in order. Events come as they happen; outcomes are in the order of the calls.
import type { AgentEvent } from '@slipstream/protocol';
import { createEventChannel, type Emit } from './event-channel.ts';
import type { ModelToolCall } from './model.ts';
import { type CallOutcome, runCall } from './run-call.ts';
import type { ToolSet } from './tool.ts';
import type { TurnDeps, TurnInput } from './turn-context.ts';

export type ToolsRun = { input: TurnInput; deps: TurnDeps; step: number; signal: AbortSignal };

/** Throws the signal's reason when the turn is stopped, once every running call has ended or was given up. */
export async function* runTools(
  calls: readonly ModelToolCall[],
  run: ToolsRun,
): AsyncGenerator<AgentEvent, CallOutcome[], void> {
  const outcomes: CallOutcome[] = [];
  for (const batch of toBatches(calls, run.deps.tools)) {
    run.signal.throwIfAborted();
    const channel = createEventChannel();
    const running = runBatch(batch, run, channel.emit).finally(channel.close);
    running.catch(() => undefined);
    yield* channel.drain();
    outcomes.push(...(await running));
  }
  return outcomes;
}

/** Unknown tools count as safe: they only give an error. */
export function toBatches(calls: readonly ModelToolCall[], tools: ToolSet): ModelToolCall[][] {
  const batches: ModelToolCall[][] = [];
  let open: ModelToolCall[] | undefined;
  for (const call of calls) {
    if (tools.get(call.name)?.concurrencySafe ?? true) {
      if (!open) {
        open = [];
        batches.push(open);
      }
      open.push(call);
    } else {
      batches.push([call]);
      open = undefined;
    }
  }
  return batches;
}

/** At most `maxParallelTools` at once, started in order. Waits for all of them before it rejects. */
async function runBatch(batch: readonly ModelToolCall[], run: ToolsRun, emit: Emit): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < batch.length; index = next++) {
      run.signal.throwIfAborted();
      const call = batch[index];
      if (call) outcomes[index] = await runCall(call, { ...run, emit });
    }
  };
  const workers = Array.from({ length: Math.min(batch.length, run.deps.limits.maxParallelTools) }, work);
  for (const result of await Promise.allSettled(workers))
    if (result.status === 'rejected') throw result.reason;
  return outcomes;
}
