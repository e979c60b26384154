// Calls of an answer that must not be run (cut off, or the answer failed): shown all the same, each with the reason.
import type { AgentEvent } from '@slipstream/protocol';
import { toTimestamp } from './clock.ts';
import type { ModelToolCall } from './model.ts';
import type { EventBase } from './turn-context.ts';

export function toUnrunEvents(
  calls: readonly ModelToolCall[],
  why: string,
  base: EventBase,
  step: number,
  now: number,
): AgentEvent[] {
  const output = `Not run: ${why}`;
  return calls.flatMap(({ id: callId, name, args }): AgentEvent[] => [
    {
      type: 'tool.started',
      ...base,
      step,
      callId,
      name,
      args: args ?? {},
      title: name,
      startedAt: toTimestamp(now),
    },
    {
      type: 'tool.finished',
      ...base,
      callId,
      name,
      status: 'error',
      output,
      truncated: false,
      bytes: output.length,
      durationMs: 0,
    },
  ]);
}
