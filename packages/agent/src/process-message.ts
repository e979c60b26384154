// processMessage: one user message in, the typed events of its whole turn out. It knows no store, socket, logger
// format or environment. Every turn ends in exactly one `turn.finished`, whatever happens; expected trouble is that
// event's status, and everything that was opened, also by sub-agents, is closed before it.
import type { AgentEvent } from '@slipstream/protocol';
import { runAgent } from './agents/run-agent.ts';
import { createOpenWork } from './open-work.ts';
import { createSideEvents } from './side-events.ts';
import type { TurnDeps, TurnInput } from './turn-context.ts';
import { createUsageTally } from './usage-tally.ts';

/**
 * Yields `turn.started` first and `turn.finished` last. Side effects of a call happen only after the consumer took
 * its `tool.started` and came back for more, so a consumer that stores each event before the next has it on record.
 * `signal` stops the turn: the model's request and the running tools are ended, then the closing events follow. A
 * consumer that stops iterating ends everything, too, but gets no more events.
 */
export function processMessage(
  input: TurnInput,
  deps: TurnDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void, void> {
  const side = createSideEvents();
  const team = { side, tally: createUsageTally(), open: createOpenWork(), active: 0 };
  // Handed on as it is: one more generator would cost each token several turns of the microtask queue.
  return side.join(runAgent(input, deps, signal, team, { depth: 0, spawns: true }));
}
