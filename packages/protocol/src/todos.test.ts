import { expect, it } from 'vitest';
import { applyEvent, emptyTurnView } from './apply-event.ts';
import type { AgentEvent } from './events.ts';
import { applyTodos, type Todo, toTodos } from './todos.ts';

const turnId = '00000000-0000-7000-8000-000000000001';
const base = { turnId };
const agent = { id: 'a', name: 'explore', callId: 'task' };

function begun(n = 1): AgentEvent[] {
  const at = '2026-01-01T00:00:00.000Z';
  return [
    { type: 'turn.started', ...base, messageId: turnId, model: 'm', mode: 'default', startedAt: at },
    { type: 'step.started', ...base, step: n, model: 'm', startedAt: at },
  ];
}

function write(
  callId: string,
  todos: unknown,
  more: { status?: 'ok' | 'error'; name?: string; by?: boolean } = {},
) {
  const { status = 'ok', name = 'todo_write', by = false } = more;
  const scope = by ? { ...base, agent } : base;
  const at = '2026-01-01T00:00:00.000Z';
  const events: AgentEvent[] = [
    { type: 'tool.started', ...scope, step: 1, callId, name, args: { todos }, title: '', startedAt: at },
    {
      type: 'tool.finished',
      ...scope,
      callId,
      name,
      status,
      output: '',
      truncated: false,
      bytes: 0,
      durationMs: 0,
    },
  ];
  return by
    ? [{ type: 'step.started' as const, ...scope, step: 1, model: 'm', startedAt: at }, ...events]
    : events;
}

/** Both ways in which an end may hand in the view: from before the event, or after it. */
function fold(events: AgentEvent[], todos: readonly Todo[] = []): readonly Todo[] {
  let view = emptyTurnView(turnId);
  let before = todos;
  let after = todos;
  for (const event of events) {
    before = applyTodos(before, view, event);
    view = applyEvent(view, event);
    after = applyTodos(after, view, event);
  }
  expect(after).toEqual(before);
  return after;
}

const one: Todo = { text: 'one', status: 'pending' };
const done: Todo = { text: 'one', status: 'done' };

it('is what the newest call that worked wrote', () => {
  expect(fold([...begun(), ...write('1', [one])])).toEqual([one]);
  expect(fold([...begun(), ...write('1', [one]), ...write('2', [done])])).toEqual([done]);
  expect(fold([...begun(), ...write('1', [one]), ...write('2', [done], { status: 'error' })])).toEqual([one]);
  expect(fold([...begun(), ...write('1', [one]), ...write('2', [])])).toEqual([]);
});

it('is not touched by other tools, nor by a sub-agent, whose list is its own', () => {
  expect(fold([...begun(), ...write('1', [done], { name: 'other' })], [one])).toEqual([one]);
  expect(fold([...begun(), ...write('1', [done], { by: true })], [one])).toEqual([one]);
});

it('stays over turns while something is left, and goes with the next turn when all is done', () => {
  expect(fold(begun(), [one, done])).toEqual([one, done]);
  expect(fold(begun(), [done])).toEqual([]);
});

it('keeps its identity while nothing changes', () => {
  const todos = [one];
  expect(fold(begun(), todos)).toBe(todos);
});

it('takes of arguments what is a list', () => {
  expect(toTodos({})).toEqual([]);
  expect(toTodos({ todos: 'x' })).toEqual([]);
  expect(
    toTodos({ todos: [one, null, { text: 1, status: 'done' }, { text: ' a ', status: 'done' }, 'x'] }),
  ).toEqual([one, { text: 'a', status: 'done' }]);
});
