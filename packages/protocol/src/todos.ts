// The list of what is to be done, as the model keeps it with `todo_write`. It is the session's: it outlives its turn, and
// is replaced by each later list. Both ends fold it from the same events, so that all readers see the same. Without a schema:
// the page, which needs this at once, has none.
import type { AgentEvent } from './events.ts';
import type { Json } from './primitives.ts';
import type { TurnView } from './turn-view.ts';

export const todoWriteName = 'todo_write';

export type TodoStatus = 'pending' | 'in_progress' | 'done';
export type Todo = { text: string; status: TodoStatus };

/** What of a call's arguments is a list; nobody has checked them where they come from a view. */
export function toTodos(args: Json): Todo[] {
  const list: unknown = args['todos'];
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('text' in entry && 'status' in entry)) return [];
    const { text, status } = entry;
    return typeof text === 'string' && isStatus(status) ? [{ text: text.trim(), status }] : [];
  });
}

function isStatus(value: unknown): value is TodoStatus {
  return value === 'pending' || value === 'in_progress' || value === 'done';
}

export function areAllDone(todos: readonly Todo[]): boolean {
  return todos.every(({ status }) => status === 'done');
}

/**
 * The list after the event; `view` is the running turn's before it, which has the call's arguments still whole. The same
 * array where nothing changed. A list that is all done goes when the next turn begins.
 */
export function applyTodos(
  todos: readonly Todo[],
  view: TurnView | null,
  event: AgentEvent,
): readonly Todo[] {
  if (event.agent) return todos;
  if (event.type === 'turn.started') return todos.length > 0 && areAllDone(todos) ? [] : todos;
  if (event.type !== 'tool.finished' || event.status !== 'ok' || view?.turnId !== event.turnId) return todos;
  for (const step of view.steps.toReversed()) {
    const call = step.calls.find(({ callId }) => callId === event.callId);
    if (call) return call.name === todoWriteName && call.args ? toTodos(call.args) : todos;
  }
  return todos;
}
