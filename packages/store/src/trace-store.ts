// Takes old traces away: the steps behind answers and what they were sent, never a message. What is taken away is out of the search index too.
import type { TraceStore } from '@slipstream/agent';
import { sql } from 'kysely';
import { removeAttachmentsOfTurn } from './attachment-store.ts';
import type { Database, Queries } from './database.ts';
import { promptsOf, removeUnusedPrompts } from './prompt-store.ts';
import { removeEntryFromIndex } from './search/search-index.ts';

/** Turns in one transaction, so that nobody waits long. */
const turnsAtOnce = 50;

export function createTraceStore(database: Database): TraceStore {
  return {
    size: () =>
      database.read(async (queries) => {
        const { rows } = await sql<{ bytes: number | null }>`
          select (select sum(coalesce(length(input), 0) + coalesce(length(output), 0)) from trajectories)
            + (select coalesce(sum(length(text)), 0) from prompt_texts)
            + (select coalesce(sum(bytes), 0) from attachments where turn_id is not null) as bytes`.execute(
          queries,
        );
        return rows[0]?.bytes ?? 0;
      }),
    async removeOldest({ before }) {
      const removed = await database.write((queries) => removeOldest(queries, before));
      if (removed.turns > 0) database.forget();
      return removed;
    },
  };
}

/** Gives how many turns lost their trace; the oldest go first. */
async function removeOldest(
  queries: Queries,
  before: string | undefined,
): Promise<{ turns: number; unusedFiles: string[] }> {
  let select = queries
    .selectFrom('turns')
    .select('turns.id')
    .where('turns.ended_at', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('trajectories')
          .select('trajectories.id')
          .whereRef('trajectories.turn_id', '=', 'turns.id'),
      ),
    );
  if (before !== undefined) select = select.where('turns.ended_at', '<', before);
  const turns = await select.orderBy('turns.seq').limit(turnsAtOnce).execute();
  const prompts: string[] = [];
  const unusedFiles: string[] = [];
  for (const { id } of turns) {
    prompts.push(...(await promptsOf(queries, { turnId: id })));
    const entries = await queries.selectFrom('trajectories').select('id').where('turn_id', '=', id).execute();
    for (const entry of entries) await removeEntryFromIndex(queries, entry.id);
    await queries.deleteFrom('trajectories').where('turn_id', '=', id).execute();
    unusedFiles.push(...(await removeAttachmentsOfTurn(queries, id)));
  }
  await removeUnusedPrompts(queries, prompts);
  return { turns: turns.length, unusedFiles };
}
