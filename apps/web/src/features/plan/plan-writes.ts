// Which of a session's calls wrote its plan file. The page learns from them that there is a plan, and that it is another
// one now.
import type { SessionState } from '@slipstream/client';
import { type ToolCallView, toPlanPath } from '@slipstream/protocol';

const writers = ['write_file', 'edit_file'];

/** The turn that runs or, where none does, the one whose answer stands last. */
export function newestTurnId({ turn, messages }: SessionState): string | null {
  return turn?.turnId ?? messages.at(-1)?.turnId ?? null;
}

/**
 * How many times the newest turn has written the plan so far. A turn that nobody watched is judged by its summary: in
 * plan mode nothing but the plan may be written.
 */
export function countPlanWrites(state: SessionState): number {
  const { sessionId, session, turn, finished, messages } = state;
  const last = messages.at(-1);
  const view = turn ?? (last && finished[last.turnId]);
  if (!view) return session?.mode === 'plan' ? countWrites(last?.trace?.byTool) : 0;
  const path = toPlanPath(sessionId);
  let count = 0;
  for (const { calls } of view.steps) for (const call of calls) if (wrote(call, path)) count += 1;
  return count;
}

function countWrites(byTool: Readonly<Record<string, number>> = {}): number {
  return writers.reduce((count, name) => count + (byTool[name] ?? 0), 0);
}

function wrote({ name, status, args }: ToolCallView, path: string): boolean {
  if (status !== 'ok' || !writers.includes(name)) return false;
  const written = args?.['path'];
  return typeof written === 'string' && (written === path || written.endsWith(`/${path}`));
}
