// What every end of a turn stores, whoever ends it: the assistant's message as the session's head, the turn's last
// state, the session's sums.
import type { Digest, TraceSummary, TurnError, TurnStatus, Usage } from '@slipstream/protocol';
import type { Queries } from './database.ts';
import { addToIndex } from './search/search-index.ts';
import type { TurnRow } from './tables.ts';
import { toJsonColumn } from './to-records.ts';

export type TurnEnd = {
  messageId: string;
  status: TurnStatus;
  text: string;
  error: TurnError | undefined;
  usage: Usage;
  usageEstimated?: boolean | undefined;
  costUsd?: number | undefined;
  trace: TraceSummary;
  digest?: Digest | undefined;
  steps: number;
  /** When the turn ended. */
  endedAt: string;
  /** When that is stored: later than `endedAt` after a crash. */
  now: string;
};

export async function endTurn(
  queries: Queries,
  turn: Pick<TurnRow, 'id' | 'session_id' | 'model'>,
  end: TurnEnd,
): Promise<void> {
  await queries
    .insertInto('messages')
    .values((eb) => ({
      id: end.messageId,
      session_id: turn.session_id,
      parent_id: eb
        .selectFrom('turns')
        .select((of) => of.fn.coalesce('tail_id', 'answers_id', 'user_message_id').as('parent_id'))
        .where('id', '=', turn.id),
      role: 'assistant',
      text: end.text,
      turn_id: turn.id,
      status: end.status,
      model: turn.model,
      usage: toJsonColumn(end.usage),
      usage_estimated: end.usageEstimated ? 1 : null,
      cost_usd: end.costUsd ?? null,
      error: toJsonColumn(end.error),
      trace: toJsonColumn(end.trace),
      digest: toJsonColumn(end.digest),
      created_at: end.now,
    }))
    .execute();
  await addToIndex(queries, {
    sessionId: turn.session_id,
    kind: 'message',
    sourceId: end.messageId,
    text: end.text,
  });
  await queries
    .updateTable('turns')
    .set({
      status: end.status,
      assistant_message_id: end.messageId,
      steps: end.steps,
      usage: toJsonColumn(end.usage),
      cost_usd: end.costUsd ?? null,
      error: toJsonColumn(end.error),
      kept_text: null,
      kept_at: null,
      ended_at: end.endedAt,
    })
    .where('id', '=', turn.id)
    .execute();
  await queries
    .updateTable('sessions')
    .set((eb) => ({
      head_id: end.messageId,
      message_count: eb('message_count', '+', 1),
      last_turn_id: turn.id,
      last_turn_status: end.status,
      input_tokens: eb('input_tokens', '+', end.usage.inputTokens),
      output_tokens: eb('output_tokens', '+', end.usage.outputTokens),
      reasoning_tokens: eb('reasoning_tokens', '+', end.usage.reasoningTokens),
      cached_tokens: eb('cached_tokens', '+', end.usage.cachedTokens),
      ...(end.usageEstimated ? { usage_estimated: 1 } : {}),
      ...(end.costUsd === undefined
        ? {}
        : { cost_usd: eb(eb.fn.coalesce('cost_usd', eb.lit(0)), '+', end.costUsd) }),
      updated_at: end.now,
    }))
    .where('id', '=', turn.session_id)
    .execute();
}
