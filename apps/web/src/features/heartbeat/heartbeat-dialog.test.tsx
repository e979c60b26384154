import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ClientProvider } from '../../app/client-context.tsx';
import { createFakeClient } from '../../testing/fake-client.ts';
import { sessionId } from '../../testing/records.ts';
import { HeartbeatDialog } from './heartbeat-dialog.tsx';

async function show(client = createFakeClient()) {
  render(
    <ClientProvider client={client}>
      <HeartbeatDialog open onClose={() => {}} />
    </ClientProvider>,
  );
  await screen.findByRole('checkbox', { name: 'Run periodic tasks' });
  return client;
}

test('says how to write a task where there is none', async () => {
  await show();
  expect(screen.getByText(/There are no tasks yet/)).toBeTruthy();
});

test('shows when each task runs next, how it went last, what is wrong, and is switched', async () => {
  const client = createFakeClient();
  const at = new Date().toISOString();
  const task = {
    id: 'a',
    schedule: 'every hour',
    text: 'Look.',
    nextAt: null,
    last: { at, status: 'skipped', turnId: null },
  };
  client.setHeartbeat({
    on: false,
    sessionId,
    tasks: [task, { ...task, id: 'b', nextAt: at, last: { at, status: 'newer word', turnId: null } }],
    problems: [{ line: 7, problem: '"soon" is no schedule.' }],
  });
  await show(client);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toMatch(/^every hourLook\.Switched off · Last: .+, skipped, another one ran$/);
  expect(second?.textContent).toMatch(/Next: .+ · Last: .+, newer word$/);
  expect(screen.getByText(/Line 7: “soon” is no schedule\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open their chat' }).getAttribute('href')).toBe(`/s/${sessionId}`);
  const box = screen.getByRole<HTMLInputElement>('checkbox');
  await act(async () => {
    fireEvent.click(box);
  });
  expect(client.calls.at(-1)).toEqual({ name: 'switchHeartbeat', args: [true] });
  expect(box.checked).toBe(true);
});
