// No entry of a turn that has ended is left running: whatever its end could not tell is told here.
import type { Queries } from './database.ts';
import type { TrajectoryRow } from './tables.ts';

type OpenEntry = Pick<TrajectoryRow, 'id' | 'parent_id' | 'kind' | 'status'>;

/** Calls that had started end as `started`; those that waited for an approval and all else as cancelled. */
export async function closeEntries(
  queries: Queries,
  entries: readonly OpenEntry[],
  started: 'unknown' | 'cancelled',
): Promise<void> {
  const open = entries.filter((entry) => entry.status === 'running');
  const asking = new Set(open.filter((entry) => entry.kind === 'approval').map((entry) => entry.parent_id));
  for (const entry of open) {
    const status = entry.kind === 'tool' && !asking.has(entry.id) ? started : 'cancelled';
    await queries.updateTable('trajectories').set({ status }).where('id', '=', entry.id).execute();
  }
}
