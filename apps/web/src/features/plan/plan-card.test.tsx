import { foldEvents } from '@slipstream/protocol';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ClientProvider } from '../../app/client-context.tsx';
import { createFakeClient } from '../../testing/fake-client.ts';
import { sessionId, turnEvents, turnId } from '../../testing/records.ts';
import { TurnScope } from '../trace/disclosures.tsx';
import { PlanCard } from './plan-card.tsx';

const make = turnEvents(0);

function setUp() {
  const view = foldEvents(turnId, [
    make.started('x'),
    make.step(1),
    make.call(1, '1', 'plan_ready', { plan: '# Steps' }),
    make.ask('1', 'plan_ready', 'the plan is ready', '# Steps\n\n1. One'),
  ]);
  const call = view.steps[0]?.calls[0];
  if (!call?.approval) throw new Error('no plan');
  const client = createFakeClient();
  const { approval } = call;
  render(
    <ClientProvider client={client}>
      <TurnScope value={{ sessionId, turnId, live: true }}>
        <PlanCard
          call={call}
          approval={approval}
          onAnswer={(...answer) => client.answerApproval(sessionId, ...answer)}
          onFocusLost={() => {}}
        />
      </TurnScope>
    </ClientProvider>,
  );
  const calls = () => client.calls.map(({ name, args }) => [name, ...args.slice(name === 'stop' ? 0 : 2)]);
  return { client, calls };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('is shown as text, and built once', async () => {
  const { calls } = setUp();
  expect(await screen.findByRole('heading', { name: 'Steps' })).toBeDefined();
  press('Build it');
  press('Drop it');
  expect(calls()).toEqual([['answerApproval', 'allow_once', undefined]]);
});

test('planning goes on, with a note of what should be different', () => {
  const { calls } = setUp();
  press('Keep planning');
  const note = screen.getByRole('textbox', { name: 'What should be different?' });
  expect(document.activeElement).toBe(note);
  fireEvent.change(note, { target: { value: ' smaller ' } });
  press('Keep planning');
  expect(calls()).toEqual([['answerApproval', 'deny', { note: 'smaller' }]]);
});

test('one can think better of the note', () => {
  const { calls } = setUp();
  press('Keep planning');
  press('Cancel');
  expect(screen.queryByRole('textbox')).toBeNull();
  press('Build it');
  expect(calls()).toEqual([['answerApproval', 'allow_once', undefined]]);
});

test('dropping it says so and ends the turn', async () => {
  const { calls } = setUp();
  press('Drop it');
  await waitFor(() =>
    expect(calls()).toEqual([
      ['answerApproval', 'deny', { note: 'Dropped.' }],
      ['stop', sessionId],
    ]),
  );
});

test('dropping one that was answered elsewhere stops nothing', async () => {
  const { client, calls } = setUp();
  client.approvalApplies = false;
  press('Drop it');
  expect((await screen.findByRole('alert')).textContent).toContain('answered before');
  expect(calls()).toHaveLength(1);
});
