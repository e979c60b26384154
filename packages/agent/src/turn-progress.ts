// What a run has come to so far, from its own events; kept outside the loop, so that an ending by exception knows it.
import { type AgentEvent, addUsage, noUsage, type Usage } from '@slipstream/protocol';
import { createGatheredText } from './gathered-text.ts';
import type { EventBase } from './turn-context.ts';

export type TurnProgress = {
  /** Model calls begun. */
  readonly steps: number;
  /** The text of the last step. */
  readonly text: string;
  readonly usage: Usage;
  /** Whether any of it was estimated. */
  readonly estimated: boolean;
  readonly costUsd: number | undefined;
  /** What it has used itself, and, for the main agent, what its sub-agents have. */
  observe(event: AgentEvent): void;
};

export function createTurnProgress(base: EventBase): TurnProgress {
  let steps = 0;
  const text = createGatheredText();
  let usage = noUsage;
  let estimated = false;
  let costUsd: number | undefined;
  return {
    get steps() {
      return steps;
    },
    get text() {
      return text.text();
    },
    get usage() {
      return usage;
    },
    get estimated() {
      return estimated;
    },
    get costUsd() {
      return costUsd;
    },
    observe(event) {
      if (event.type === 'usage') {
        usage = base.agent ? addUsage(usage, event) : event.total;
        estimated ||= event.estimated;
        if (event.costUsd !== undefined) costUsd = (costUsd ?? 0) + event.costUsd;
      }
      if (event.agent?.id !== base.agent?.id) return;
      if (event.type === 'text.delta') text.add(event.text);
      else if (event.type === 'retry') text.clear();
      else if (event.type === 'step.started') {
        steps = event.step;
        text.clear();
      }
    },
  };
}
