import type { FileChange } from '@slipstream/protocol';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ClientProvider, useSession } from '../../app/client-context.tsx';
import { createFakeClient } from '../../testing/fake-client.ts';
import { sessionId, turnEvents, turnId } from '../../testing/records.ts';
import { createDisclosures, DisclosuresProvider, foldKey } from '../trace/disclosures.tsx';
import { TraceFold } from '../trace/trace-fold.tsx';
import { toTurnParts } from '../trace/turn-parts.ts';
import { toOutlook } from './outlook.ts';

const make = turnEvents(0);

const aChange = (n: number, changes: Partial<FileChange> = {}): FileChange => ({
  id: `01990000-0000-7000-8000-0000000000d${n}`,
  callId: String(n),
  path: 'a.txt',
  kind: 'edited',
  state: 'undoable',
  withTurn: true,
  undoneAt: null,
  ...changes,
});

function Trace() {
  const view = useSession(sessionId).finished[turnId];
  if (!view) return null;
  const parts = toTurnParts(null, null);
  return (
    <TraceFold
      sessionId={sessionId}
      turnId={turnId}
      parts={{
        ...parts,
        folded: view.steps,
        summary: {
          steps: 1,
          tools: 2,
          agents: 0,
          byTool: {},
          durationMs: 1,
          failed: 0,
          thought: false,
          atLeast: false,
          usage: null,
          estimated: false,
          costUsd: undefined,
        },
      }}
      view={view}
      live={false}
    />
  );
}

/** An open trace of a turn with two edits, of which the server tells `changes`. */
function setUp(changes: readonly FileChange[], tool = 'edit_file') {
  const client = createFakeClient();
  client.play(sessionId, [
    make.started('do it'),
    make.step(1),
    make.call(1, '1', tool, { path: 'a.txt' }),
    make.result('1', 'Edited.'),
    make.call(1, '2', tool, { path: 'b.txt' }),
    make.result('2', 'Edited.'),
    make.finished({ text: 'Done.' }),
  ]);
  client.setState(sessionId, { changes: { [turnId]: changes } });
  const disclosures = createDisclosures();
  disclosures.set(foldKey(turnId), true);
  const schedule = (run: () => void) => {
    run();
    return () => {};
  };
  render(
    <DisclosuresProvider value={disclosures}>
      <ClientProvider client={client} schedule={schedule}>
        <Trace />
      </ClientProvider>
    </DisclosuresProvider>,
  );
  const calls = (name: string) => client.calls.filter((call) => call.name === name).map(({ args }) => args);
  return { client, calls };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** Its code comes with the first one. */
const dialog = async () => within(await screen.findByRole('alertdialog'));

test('asks the server when the trace is open, and only for a turn that used such a tool', () => {
  expect(setUp([]).calls('loadChanges')).toEqual([[sessionId, turnId]]);
  expect(setUp([], 'bash').calls('loadChanges')).toEqual([]);
});

test('an edit has a button, which says what will happen and then does it', async () => {
  const { calls } = setUp([aChange(1), aChange(2, { path: 'b.txt', kind: 'created' })]);
  press('Undo the change of b.txt');
  expect((await dialog()).getByText('Was made here, and is removed again.')).toBeTruthy();
  expect((await dialog()).getByText('What commands did is not undone.')).toBeTruthy();
  expect(calls('loadChanges')).toHaveLength(2);
  expect(calls('undoChanges')).toEqual([]);
  fireEvent.click((await dialog()).getByRole('button', { name: 'Undo' }));
  expect(calls('undoChanges')).toEqual([[sessionId, turnId, aChange(2).id]]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('what cannot be undone says so in the place of the button', () => {
  setUp([aChange(1, { state: 'changed', withTurn: false }), aChange(2, { state: 'undone' })]);
  expect(screen.getByText('Changed since')).toBeTruthy();
  expect(screen.getByText('Undone')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Undo the change/ })).toBeNull();
});

test('a change that became impossible while the dialog was opening is not offered any more', async () => {
  const { client, calls } = setUp([aChange(1)]);
  press('Undo the change of a.txt');
  act(() =>
    client.setState(sessionId, {
      changes: { [turnId]: [aChange(1, { state: 'changed', withTurn: false })] },
    }),
  );
  expect((await dialog()).getByText(/by somebody else/)).toBeTruthy();
  expect((await dialog()).queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(calls('undoChanges')).toEqual([]);
});

test('all of a turn is undone at once', async () => {
  const { calls } = setUp([aChange(1), aChange(2, { path: 'b.txt' })]);
  expect(screen.getByText('2 files changed')).toBeTruthy();
  press('Undo all changes');
  expect((await dialog()).getAllByRole('listitem')).toHaveLength(2);
  fireEvent.click((await dialog()).getByRole('button', { name: 'Undo' }));
  expect(calls('undoChanges')).toEqual([[sessionId, turnId, undefined]]);
});

test('a turn that is all undone offers nothing more', () => {
  setUp([aChange(1, { state: 'undone' }), aChange(2, { state: 'undone' })]);
  expect(screen.getByText('All of it is undone.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo all changes' })).toBeNull();
});

test('nothing is undone while the agent is at work', async () => {
  const { client } = setUp([aChange(1)]);
  act(() => client.play(sessionId, [turnEvents(0, crypto.randomUUID()).started('more')]));
  press('Undo all changes');
  expect((await dialog()).getByText(/^The agent is at work/)).toBeTruthy();
  expect((await dialog()).queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('the outlook on a turn tells each file once, and what stays beside what goes', () => {
  const words = (...changes: FileChange[]) =>
    toOutlook(changes, null).map(({ path, word, happens }) => `${path} ${word}${happens ? ' +' : ''}`);
  expect(words(aChange(1, { kind: 'created', state: 'later' }), aChange(2))).toEqual(['a.txt removed +']);
  expect(words(aChange(1), aChange(2, { path: 'b', state: 'changed', withTurn: false }))).toEqual([
    'a.txt restored +',
    'b changed',
  ]);
  expect(words(aChange(1, { state: 'undone' }), aChange(2))).toEqual(['a.txt restored +']);
  expect(words(aChange(1, { state: 'undone' }))).toEqual(['a.txt undone']);
});
