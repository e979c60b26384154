// What is opened in a trace and is there only by its beginning: fetched, with the states on the way.
import type { TrajectoryEntry } from '@slipstream/protocol';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createFakeClient } from '../../testing/fake-client.ts';
import { turnEvents, turnId } from '../../testing/records.ts';
import { showSteps, type TurnEvents } from './testing/show-steps.tsx';

const make = turnEvents(0);
const entry = (input: object, output: object): TrajectoryEntry => ({
  ...{ id: turnId, turnId, parentId: null, seq: 1, kind: 'tool', name: 'bash', status: 'ok', input, output },
  ...{ startedAt: '2026-01-05T09:00:00.000Z', durationMs: 1 },
});

function show(events: TurnEvents) {
  const client = createFakeClient();
  let answer: (entries: TrajectoryEntry[]) => void = () => {};
  let refuse: () => void = () => {};
  client.setParts(
    () =>
      new Promise((resolve, reject) => {
        answer = resolve;
        refuse = () => reject(new Error('gone'));
      }),
  );
  showSteps([make.started('x'), make.step(1), ...events], client);
  const asked = () => client.calls.filter(({ name }) => name === 'wholePart').map(({ args }) => args[2]);
  return {
    asked,
    answer: (entries: TrajectoryEntry[]) => act(async () => answer(entries)),
    refuse: () => act(async () => refuse()),
  };
}

const cutCall = [
  make.call(1, '1', 'bash', { command: 'cat big' }),
  { ...make.result('1', 'the beginning'), outputBytes: 30_000 },
] as TurnEvents;

test('an output that was opened is loaded whole; nothing is asked for before', async () => {
  const { asked, answer } = show(cutCall);
  expect(asked()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: /cat big/ }));
  expect(asked()).toEqual([{ step: 1, callId: '1' }]);
  expect(screen.getByText('the beginning')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Loading all of it (29.3\u00a0kB)…');
  await answer([entry({ callId: '1', args: { command: 'cat big' } }, { text: 'the beginning and the end' })]);
  expect(screen.getByText('the beginning and the end')).toBeTruthy();
  expect(screen.queryByRole('status')).toBeNull();
});

test('what cannot be loaded says so, and can be tried again', async () => {
  const { asked, answer, refuse } = show(cutCall);
  fireEvent.click(screen.getByRole('button', { name: /cat big/ }));
  await refuse();
  expect(screen.getByRole('alert').textContent).toContain('This is only the beginning');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(asked()).toHaveLength(2);
  await answer([entry({ callId: '1', args: { command: 'cat big' } }, { text: 'all of it' })]);
  expect(screen.getByText('all of it')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a call that has everything is shown without asking', () => {
  const { asked } = show([make.call(1, '1', 'bash', { command: 'ls' }), make.result('1', 'all')]);
  fireEvent.click(screen.getByRole('button', { name: /Ran ls|ls/ }));
  expect(screen.getByText('all')).toBeTruthy();
  expect(asked()).toEqual([]);
});

test('a long thought is shown whole when a person asks for it', async () => {
  const { asked, answer } = show([
    make.say(1, 'It begins'),
    { ...make.stepDone(1), kept: 2, textBytes: 9000 },
  ] as TurnEvents);
  fireEvent.click(screen.getByRole('button', { name: 'Show all of it (8.8\u00a0kB)' }));
  expect(asked()).toEqual([{ step: 1 }]);
  await answer([entry({ step: 1 }, { text: 'It begins and ends', reasoning: '' })]);
  expect(screen.getByText('It begins and ends')).toBeTruthy();
});
