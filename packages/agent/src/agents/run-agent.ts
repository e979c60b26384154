// One run of the loop, the main agent's or a sub-agent's, from its first event to its last: whatever happens inside,
// everything that it opened is closed, its own sub-agents have ended, and the last event says how it went.
import type { AgentEvent, TurnError } from '@slipstream/protocol';
import { toTimestamp } from '../clock.ts';
import { runTurn, type TurnEnd } from '../run-turn.ts';
import { type TurnDeps, type TurnInput, toEventBase } from '../turn-context.ts';
import { createTurnProgress } from '../turn-progress.ts';
import type { AgentTeam } from './agent-team.ts';
import { createCrew } from './crew.ts';

/** Where a run stands: the main agent at depth 0; and whether it may have sub-agents. */
export type AgentPlace = { depth: number; spawns: boolean };

/** Yields `turn.started` first and `turn.finished` last, also for a sub-agent. */
export async function* runAgent(
  input: TurnInput,
  deps: TurnDeps,
  signal: AbortSignal,
  team: AgentTeam,
  place: AgentPlace,
): AsyncGenerator<AgentEvent, void, void> {
  const base = toEventBase(input);
  const { clock } = deps;
  const own = new AbortController();
  const anySignal = AbortSignal.any([signal, own.signal]);
  const { open } = team;
  const progress = createTurnProgress(base);
  const crew = createCrew({ input, deps, team, ...place, signal: anySignal });
  const turn = runTurn(input, crew.equip(deps), anySignal, team.tally);
  let end: TurnEnd;
  try {
    yield {
      type: 'turn.started',
      ...base,
      messageId: input.messageId,
      model: deps.model.info.id,
      mode: input.mode,
      startedAt: toTimestamp(input.startedAt),
    };
    for (const notice of input.notices ?? []) yield { type: 'notice', ...base, ...notice };
    try {
      for (;;) {
        const { done, value } = await turn.next();
        if (done) {
          end = value;
          break;
        }
        open.observe(value);
        progress.observe(value);
        yield value;
      }
    } catch (thrown) {
      end = signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', error: toInternal(thrown, input, deps) };
    }
    await crew.end();
    const why = end.status === 'cancelled' ? 'Stopped by the user.' : 'The turn ended before this did.';
    yield* open.close(clock.now(), why, input.agent?.id);
    yield {
      type: 'turn.finished',
      ...base,
      status: end.status,
      messageId: input.answerId,
      text: progress.text,
      ...(end.error ? { error: end.error } : {}),
      usage: progress.usage,
      ...(progress.estimated ? { usageEstimated: true } : {}),
      ...(progress.costUsd === undefined ? {} : { costUsd: progress.costUsd }),
      steps: progress.steps,
      durationMs: clock.now() - input.startedAt,
    };
  } finally {
    own.abort(new Error('The turn is over.'));
    await turn.return({ status: 'cancelled' });
  }
}

function toInternal(thrown: unknown, input: TurnInput, deps: TurnDeps): TurnError {
  deps.log.error({ err: thrown, turnId: input.turnId, sessionId: input.sessionId }, 'a turn failed by a bug');
  return {
    kind: 'internal',
    message: 'Something failed inside the server. Its log says what; sending the message again may help.',
    retryable: true,
  };
}
