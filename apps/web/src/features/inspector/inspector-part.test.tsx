import type { Trajectory, TrajectoryEntry } from '@slipstream/protocol';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aMessage, anAnswer, aSession, sessionId, turnId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => vi.unstubAllGlobals());

const usage = { inputTokens: 900, outputTokens: 100, reasoningTokens: 0, cachedTokens: 0 };
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const otherId = '01990000-0000-7000-8000-0000000000b2';

function trajectoryOf(id: string): Trajectory {
  const base = { turnId: id, output: null, status: 'ok' } as const;
  const entries: TrajectoryEntry[] = [
    {
      ...base,
      id: 's',
      seq: 1,
      parentId: null,
      kind: 'step',
      name: 'a-model',
      input: { step: 1 },
      output: { text: 'I look.', reasoning: '', finishReason: 'tool_calls' },
      startedAt: at(0),
      durationMs: 1000,
      usage: { ...usage, estimated: false },
    },
    {
      ...base,
      id: 't',
      seq: 2,
      parentId: 's',
      kind: 'tool',
      name: 'bash',
      status: 'error',
      input: { callId: 'c', step: 1, title: 'Run', args: { command: 'make all' } },
      output: { text: 'No rule to make target.', truncated: false, bytes: 23 },
      startedAt: at(1000),
      durationMs: 3000,
    },
  ];
  const turn = {
    id,
    sessionId,
    userMessageId: id,
    assistantMessageId: null,
    status: 'completed',
    model: 'a-model',
    mode: 'default',
    channel: 'web',
    steps: 1,
    usage,
    startedAt: at(0),
    endedAt: at(4000),
  } as const;
  return { turn, entries, changes: [] };
}

async function showInspector() {
  const trace = { steps: 2, tools: 1, agents: 0, durationMs: 4000 };
  const app = await showApp(`/s/${sessionId}`, (client) => {
    client.trajectory = async (_session, id) => trajectoryOf(id);
    client.setSessions([aSession()]);
    client.setState(sessionId, {
      session: aSession(),
      messages: [
        aMessage({ text: 'Build it' }),
        anAnswer({ trace }),
        aMessage({ id: otherId, turnId: otherId, text: 'And again' }),
      ],
    });
  });
  await app.press('Inspect this turn');
  const panel = within(screen.getByRole('complementary', { name: 'Side panel' }));
  await panel.findByText('Step 1 · a-model');
  return { ...app, panel };
}

const rows = () => [...document.querySelectorAll('[data-row]')];

test('shows the turn whose line was pressed, and goes to the one after', async () => {
  const { panel } = await showInspector();
  expect(panel.getByRole('heading', { name: 'Build it' })).toBeTruthy();
  expect(panel.getByText('1 of 2')).toBeTruthy();
  expect(rows()).toHaveLength(2);
  await act(async () => {
    fireEvent.click(panel.getByRole('button', { name: 'The turn after' }));
  });
  expect(panel.getByRole('heading', { name: 'And again' })).toBeTruthy();
});

test('filters, finds words in results, opens a row, and copies all of it', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => written.push(text) },
  });
  const { panel } = await showInspector();
  fireEvent.click(panel.getByRole('button', { name: 'Failed' }));
  expect(rows()).toHaveLength(1);
  fireEvent.click(panel.getByRole('button', { name: 'All' }));
  fireEvent.change(panel.getByRole('searchbox'), { target: { value: 'no rule' } });
  expect(rows().map((row) => row.getAttribute('data-row'))).toEqual(['tool']);
  const row = within(rows()[0] as HTMLElement);
  fireEvent.click(row.getByRole('button', { expanded: false }));
  expect(row.getByText('No rule to make target.')).toBeTruthy();
  await act(async () => {
    fireEvent.click(panel.getByRole('button', { name: 'Copy as JSON' }));
  });
  expect(JSON.parse(written[0] ?? '')).toEqual(trajectoryOf(turnId));
});

async function openSent() {
  const app = await showInspector();
  fireEvent.click(within(rows()[0] as HTMLElement).getByRole('button', { expanded: false }));
  await app.press('What this call was sent');
  return app;
}

test('shows what a call was sent, section by section, as it is on record', async () => {
  const { client, panel } = await openSent();
  expect(client.calls.at(-1)).toEqual({ name: 'stepPrompt', args: [sessionId, turnId, { step: 1 }] });
  const parts = [...document.querySelectorAll('[data-prompt-part]')];
  expect(parts.map((part) => part.textContent)).toEqual([
    'Role20 tokens',
    'Rules of the workspace40 tokens',
    'All definitions1,900 tokens',
  ]);
  fireEvent.click(panel.getByRole('button', { name: /^Role/ }));
  expect(panel.getByText('You were an agent.')).toBeTruthy();
  const went = [...document.querySelectorAll('[data-sent-along] li')];
  expect(went.map((item) => item.textContent)).toEqual([
    'A summary of older messages',
    '12 earlier messages',
    'Notes from memory about the message',
    'The message that was answered',
    '3 results of this turn’s own calls',
    '1 of them shortened',
  ]);
  expect(panel.getByText('About 8,200 tokens in all, by the server’s own count')).toBeTruthy();
});

test('says where what a call was sent was not kept, and shows the prompt of now as that', async () => {
  const { client, panel, press } = await showInspector();
  client.setStepPrompt(null);
  fireEvent.click(within(rows()[0] as HTMLElement).getByRole('button', { expanded: false }));
  await press('What this call was sent');
  expect(panel.getByText(/^What this call was sent was not kept/)).toBeTruthy();
  expect(panel.getByText(/^This is the prompt as it stands now/)).toBeTruthy();
  expect(panel.getByText('Messages')).toBeTruthy();
});

test('says why the work of a turn cannot be had', async () => {
  const { client, panel, press } = await showInspector();
  client.trajectory = () => Promise.reject(new Error('gone'));
  await press('The turn after');
  expect((await panel.findByRole('alert')).textContent).not.toBe('');
});
