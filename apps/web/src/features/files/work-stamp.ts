// When what is in the workspace may be another thing than what is shown: after each call that may have changed a file, at
// the beginning and end of a turn, and after an undo. So the page looks again by itself, and never because time has passed.
import type { SessionState } from '@slipstream/client';
import type { StepView } from '@slipstream/protocol';

/** Tools that change no file. Of any other it is not known. */
const harmless = new Set([
  ...['read_file', 'list_directory', 'glob', 'grep', 'web_fetch', 'web_search', 'todo_write', 'read_output'],
  ...['ask_user', 'plan_ready', 'skill', 'task', 'agent_spawn', 'agent_list', 'agent_wait', 'agent_send'],
]);

function countWork(steps: readonly StepView[]): number {
  let count = 0;
  for (const { calls } of steps)
    for (const { name, status } of calls) if (status !== 'running' && !harmless.has(name)) count += 1;
  return count;
}

/** Another text for each such moment. */
export function toWorkStamp({ turn, changes }: Pick<SessionState, 'turn' | 'changes'>): string {
  const work = turn
    ? turn.agents.reduce((sum, { steps }) => sum + countWork(steps), countWork(turn.steps))
    : 0;
  let undone = 0;
  for (const each of Object.values(changes))
    for (const { state } of each) if (state === 'undone') undone += 1;
  return `${turn?.turnId ?? ''} ${work} ${undone}`;
}
