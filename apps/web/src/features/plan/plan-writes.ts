// Which of a session's calls wrote its plan file. The page learns from them that there is a plan, and that it is another
// one now.
import type { SessionState } from '@slipstream/client';
import { type ToolCallView, toPlanPath } from '@slipstream/protocol';

const writers = new Set(['write_file', 'edit_file']);

/** How many times the running turn has written the plan so far. */
export function countPlanWrites({ sessionId, turn }: SessionState): number {
  if (!turn) return 0;
  const path = toPlanPath(sessionId);
  let count = 0;
  for (const { calls } of turn.steps) for (const call of calls) if (wrote(call, path)) count += 1;
  return count;
}

function wrote({ name, status, args }: ToolCallView, path: string): boolean {
  if (status !== 'ok' || !writers.has(name)) return false;
  const written = args?.['path'];
  return typeof written === 'string' && (written === path || written.endsWith(`/${path}`));
}
