import type { AgentEvent } from '@slipstream/protocol';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';
import { ClientProvider, useSession } from '../../app/client-context.tsx';
import { createFakeClient } from '../../testing/fake-client.ts';
import { sessionId, turnEvents } from '../../testing/records.ts';
import { TodoList } from './todo-list.tsx';
import { useTodos } from './use-todos.ts';

const make = turnEvents(0);

function List() {
  return <TodoList todos={useTodos(useSession(sessionId))} />;
}

function setUp(...events: AgentEvent[]) {
  const client = createFakeClient();
  client.play(sessionId, events);
  const schedule = (run: () => void) => {
    run();
    return () => {};
  };
  render(
    <ClientProvider client={client} schedule={schedule}>
      <List />
    </ClientProvider>,
  );
  return { client, play: (...more: AgentEvent[]) => act(() => client.play(sessionId, more)) };
}

const list = () => screen.queryByRole('region', { name: 'Tasks' });
const entries = () =>
  within(screen.getByRole('region'))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

const todos = (...statuses: string[]) => ({
  todos: statuses.map((status, index) => ({ text: `Task ${index + 1}`, status })),
});
const begun = [make.started('do it'), make.step(1)];
const write = (id: string, args: Record<string, unknown>) => [
  make.call(1, id, 'todo_write', args),
  make.result(id, 'The list…'),
];

afterEach(() => i18next.changeLanguage('en'));

test('shows the newest list of the running turn, and how far it is', () => {
  const { play } = setUp(...begun, make.call(1, '0', 'bash', { command: 'ls' }));
  expect(list()).toBeNull();
  play(...write('1', todos('in_progress', 'pending')));
  expect(entries()).toEqual(['In progressTask 1', 'To doTask 2']);
  expect(screen.getByText('0 of 2 done')).toBeTruthy();
  play(...write('2', todos('done', 'in_progress', 'pending')));
  expect(entries()).toEqual(['DoneTask 1', 'In progressTask 2', 'To doTask 3']);
  expect(screen.getByText('1 of 3 done')).toBeTruthy();
});

test('folds into one line that tells what is being done', () => {
  setUp(...begun, ...write('1', todos('done', 'in_progress')));
  const head = screen.getByRole('button', { expanded: true });
  fireEvent.click(head);
  expect(head.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryAllByRole('listitem')).toEqual([]);
  expect(head.textContent).toBe('Tasks1 of 2 doneTask 2');
});

test('stays after its turn while something is left, and goes when all is done', () => {
  const { play } = setUp(...begun, ...write('1', todos('done', 'pending')));
  play(make.finished({ text: 'Part.' }));
  expect(entries()).toHaveLength(2);
  const next = turnEvents(0, '01990000-0000-7000-8000-0000000000a2');
  play(next.started('go on'), next.step(1));
  expect(entries()).toHaveLength(2);
  play(next.call(1, '1', 'todo_write', todos('done', 'done')), next.result('1', ''));
  expect(entries()).toHaveLength(2);
  play(next.finished({ text: 'Done.' }));
  expect(list()).toBeNull();
  const third = turnEvents(0, '01990000-0000-7000-8000-0000000000a3');
  play(third.started('something else'));
  expect(list()).toBeNull();
});

test('a list that is all done is shown while its turn runs, and no longer', () => {
  const { play } = setUp(...begun, ...write('1', todos('done')));
  expect(entries()).toHaveLength(1);
  play(make.finished({ text: 'All done.' }));
  expect(list()).toBeNull();
});

test.each([
  [{}],
  [{ todos: 'x' }],
  [{ todos: [null, 7, {}, { text: 1, status: 'done' }, { text: 'x', status: 'constructor' }] }],
])('shows nothing of %j', (args) => {
  setUp(...begun, ...write('1', args));
  expect(list()).toBeNull();
});

test('a refused list leaves the one before in sight, and text stays text', () => {
  const { play } = setUp(
    ...begun,
    ...write('1', { todos: [{ text: '<img src=x onerror=alert(1)>', status: 'pending' }] }),
  );
  play(make.call(1, '2', 'todo_write', todos('done')), make.result('2', 'no', 1, 'error'));
  expect(entries()).toEqual(['To do<img src=x onerror=alert(1)>']);
  expect(document.querySelector('img')).toBeNull();
});

test('speaks the language of the page', async () => {
  setUp(...begun, ...write('1', todos('in_progress', 'done')));
  await act(() => i18next.changeLanguage('zh'));
  expect(screen.getByRole('region', { name: '任务' })).toBeTruthy();
  expect(screen.getByText('已完成 1/2')).toBeTruthy();
  expect(entries()).toEqual(['进行中Task 1', '已完成Task 2']);
});
