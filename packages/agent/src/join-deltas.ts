// Which neighbouring deltas may be told as one event, and how. Joining happens before numbering, so that every reader
// of a log sees the same events with the same numbers, without a gap.
import type { AgentEvent } from '@slipstream/protocol';

export type Delta = Extract<
  AgentEvent,
  { type: 'text.delta' | 'reasoning.delta' | 'tool.args' | 'tool.progress' }
>;

export function isDelta(event: AgentEvent): event is Delta {
  return (
    event.type === 'text.delta' ||
    event.type === 'reasoning.delta' ||
    event.type === 'tool.args' ||
    event.type === 'tool.progress'
  );
}

/** The event that says both, or undefined when they are about different things. */
export function joinDeltas(first: Delta, second: Delta): Delta | undefined {
  if (first.type !== second.type || first.turnId !== second.turnId || first.agent?.id !== second.agent?.id)
    return undefined;
  if ('step' in first && 'step' in second && first.step !== second.step) return undefined;
  if ('callId' in first && 'callId' in second && first.callId !== second.callId) return undefined;
  return { ...second, text: first.text + second.text };
}
