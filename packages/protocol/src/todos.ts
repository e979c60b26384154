// The list of what is to be done, as the model keeps it with `todo_write`. It is the session's: it outlives its turn, and
// is replaced by each later list. Both ends fold it from the same events, so that all readers see the same.
import * as z from 'zod/mini';
import type { AgentEvent } from './events.ts';
import type { Json } from './primitives.ts';
import type { TurnView } from './turn-view.ts';

export const todoWriteName = 'todo_write';

export const Todo = z.object({ text: z.string(), status: z.enum(['pending', 'in_progress', 'done']) });
export type Todo = z.infer<typeof Todo>;

/** What of a call's arguments is a list; nobody has checked them where they come from a view. */
export function toTodos(args: Json): Todo[] {
  const list: unknown = args['todos'];
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => {
    const todo = Todo.safeParse(entry);
    return todo.success ? [{ ...todo.data, text: todo.data.text.trim() }] : [];
  });
}

export function areAllDone(todos: readonly Todo[]): boolean {
  return todos.every(({ status }) => status === 'done');
}

/**
 * The list after the event; `view` is the running turn's before or after it. The same array where nothing changed. A
 * list that is all done goes when the next turn begins.
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
