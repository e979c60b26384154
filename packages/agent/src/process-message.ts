// processMessage: one user message in, the typed events of its whole turn out. It knows no store, socket, logger
// format or environment. Every turn ends in exactly one `turn.finished`, whatever happens; expected trouble is that
// event's status, and everything that was opened is closed before it.
import type { AgentEvent, TurnError } from '@slipstream/protocol';
import { toTimestamp } from './clock.ts';
import { createOpenWork } from './open-work.ts';
import { runTurn, type TurnEnd } from './run-turn.ts';
import { type TurnDeps, type TurnInput, toEventBase } from './turn-context.ts';
import { createTurnProgress } from './turn-progress.ts';

/**
 * Yields `turn.started` first and `turn.finished` last. Side effects of a call happen only after the consumer took
 * its `tool.started` and came back for more, so a consumer that stores each event before the next has it on record.
 * `signal` stops the turn: the model's request and the running tools are ended, then the closing events follow. A
 * consumer that stops iterating ends everything, too, but gets no more events.
 */
export async function* processMessage(
  input: TurnInput,
  deps: TurnDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void, void> {
  const base = toEventBase(input);
  const { clock } = deps;
  const own = new AbortController();
  const open = createOpenWork();
  const progress = createTurnProgress(base);
  const turn = runTurn(input, deps, AbortSignal.any([signal, own.signal]));
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
    const why = end.status === 'cancelled' ? 'Stopped by the user.' : 'The turn ended before this did.';
    yield* open.close(clock.now(), why);
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
