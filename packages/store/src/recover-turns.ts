// The start after a crash: ends the turns that were running when the process died, with what was kept of them.
// It must not guess: a tool call that had started is `unknown`, since nobody knows how far it came.
import { addUsage, noUsage, StepUsage, type Usage } from '@slipstream/protocol';
import { closeEntries } from './close-entries.ts';
import type { Queries } from './database.ts';
import { endTurn } from './end-turn.ts';
import { indexMissingCalls } from './search/call-index.ts';
import type { TrajectoryRow } from './tables.ts';
import { fromJsonColumn } from './to-records.ts';

const maxUnknown = 20;

/**
 * Gives how many turns that were. A turn ends when it was last heard of, not `now`, so that the time the server was
 * down is not counted as work.
 */
export async function recoverTurns(queries: Queries, now: string, nextId: () => string): Promise<number> {
  const turns = await queries
    .selectFrom('turns')
    .select(['id', 'session_id', 'model', 'kept_text', 'kept_at', 'started_at'])
    .where('status', '=', 'running')
    .orderBy('seq')
    .execute();
  for (const turn of turns) {
    const entries = await queries
      .selectFrom('trajectories')
      .select(['id', 'parent_id', 'kind', 'status', 'usage', 'started_at', 'duration_ms'])
      .where('turn_id', '=', turn.id)
      .execute();
    await closeEntries(queries, entries, 'unknown');
    await indexMissingCalls(queries, turn.id);
    const unknown = await describeUnknown(queries, turn.id);
    const startedAt = turn.started_at ?? now;
    const endedAt = lastHeardOf(turn.kept_at ?? startedAt, startedAt, entries, now);
    const steps = entries.filter((entry) => entry.kind === 'step' && entry.parent_id === null).length;
    await endTurn(queries, turn, {
      messageId: nextId(),
      status: 'interrupted',
      text: turn.kept_text ?? '',
      error: undefined,
      ...sumUsage(entries),
      trace: {
        steps,
        tools: entries.filter((entry) => entry.kind === 'tool').length,
        agents: entries.filter((entry) => entry.kind === 'agent').length,
        durationMs: Date.parse(endedAt) - Date.parse(startedAt),
        ...(unknown.length > 0 ? { unknown } : {}),
      },
      steps,
      endedAt,
      now,
    });
  }
  return turns.length;
}

/** The calls whose outcome nobody knows, each as its tool and what people were told of it. */
async function describeUnknown(queries: Queries, turnId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('trajectories')
    .select(['name', 'input'])
    .where('turn_id', '=', turnId)
    .where('kind', '=', 'tool')
    .where('status', '=', 'unknown')
    .orderBy('seq')
    .limit(maxUnknown)
    .execute();
  return rows.map(({ name, input }) => {
    const { title = '' } = (fromJsonColumn(input) ?? {}) as { title?: unknown };
    return typeof title === 'string' && title !== '' ? `${name}: ${title.slice(0, 300)}` : name;
  });
}

type Entry = Pick<
  TrajectoryRow,
  'id' | 'parent_id' | 'kind' | 'status' | 'usage' | 'started_at' | 'duration_ms'
>;

function lastHeardOf(keptAt: string, startedAt: string, entries: readonly Entry[], now: string): string {
  let last = Math.max(Date.parse(startedAt), Date.parse(keptAt));
  for (const entry of entries) last = Math.max(last, Date.parse(entry.started_at) + (entry.duration_ms ?? 0));
  return new Date(Math.min(last, Math.max(Date.parse(now), Date.parse(startedAt)))).toISOString();
}

/** The steps that ended told what they used; the one that was cut off is lost. */
function sumUsage(entries: readonly Entry[]): {
  usage: Usage;
  usageEstimated: boolean;
  costUsd: number | undefined;
} {
  let sum = noUsage;
  let usageEstimated = false;
  let costUsd: number | undefined;
  for (const entry of entries) {
    if (entry.kind !== 'step') continue;
    const usage = StepUsage.safeParse(fromJsonColumn(entry.usage));
    if (!usage.success) continue;
    sum = addUsage(sum, usage.data);
    usageEstimated ||= usage.data.estimated;
    if (usage.data.costUsd !== undefined) costUsd = (costUsd ?? 0) + usage.data.costUsd;
  }
  return { usage: sum, usageEstimated, costUsd };
}
