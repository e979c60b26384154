// The list of tasks as it stands: that of the newest call which wrote one, in the turn that runs or else the last one.
// A model's arguments are checked here, since nobody has done so before they are shown.
import type { SessionState } from '@slipstream/client';
import type { Json, TurnView } from '@slipstream/protocol';

const statuses = ['pending', 'in_progress', 'done'] as const;

export type TodoStatus = (typeof statuses)[number];
export type Todo = { text: string; status: TodoStatus };

/** The arguments of the newest call; the same object as long as there is no newer one. */
export function findTodoArgs(state: SessionState): Json | null {
  const running = state.turn && newestIn(state.turn);
  if (running) return running;
  const last = state.messages.findLast((message) => message.role === 'assistant');
  const view = last && state.finished[last.turnId];
  return view ? newestIn(view) : null;
}

function newestIn(view: TurnView): Json | null {
  for (const step of view.steps.toReversed()) {
    const call = step.calls.findLast(
      ({ name, status, args }) => name === 'todo_write' && status !== 'error' && args !== null,
    );
    if (call) return call.args;
  }
  return null;
}

export function toTodos(args: Json): Todo[] {
  const list: unknown = args['todos'];
  return Array.isArray(list) ? list.filter(isTodo) : [];
}

function isTodo(entry: unknown): entry is Todo {
  if (typeof entry !== 'object' || entry === null || !('text' in entry) || !('status' in entry)) return false;
  return typeof entry.text === 'string' && statuses.some((status) => status === entry.status);
}
