import { applyEvent, emptyTurnView, toPlanPath } from '@slipstream/protocol';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aMessage, anAnswer, aSession, sessionId, turnEvents, turnId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

const path = toPlanPath(sessionId);
const make = turnEvents(0);
const writes = (id: string, target = path, status: 'ok' | 'error' = 'ok') => [
  make.call(1, id, 'write_file', { path: target, content: '…' }),
  make.result(id, 'Written.', 1, status),
];

let wide = true;
beforeEach(() => {
  wide = true;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wide,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await i18next.changeLanguage('en');
});

const plan = (text: string, version: string | null = 'v1') => ({ path, text, version });

function showChat(text: string | null) {
  return showApp(`/s/${sessionId}`, (client) => {
    client.files.set(path, text === null ? plan('', null) : plan(text));
    client.setSessions([aSession()]);
    client.setState(sessionId, {
      phase: 'ready',
      session: aSession(),
      messages: [aMessage(), anAnswer({ text: 'Noted.' })],
    });
  });
}

const panel = () => within(screen.getByRole('complementary', { name: 'Side panel' }));

test('opens at the plan of the chat, stays open from page to page, and closes', async () => {
  const { press } = await showChat('# Steps');
  expect(screen.queryByRole('complementary', { name: 'Side panel' })).toBeNull();
  await press('Show the side panel');
  expect(await panel().findByRole('heading', { name: 'Steps' })).toBeTruthy();
  expect(localStorage.getItem('slipstream.side-panel')).toBe('plan');
  await press('Close the side panel');
  expect(screen.queryByRole('complementary', { name: 'Side panel' })).toBeNull();
  expect(localStorage.getItem('slipstream.side-panel')).toBeNull();
});

test('opens again at the part that was shown last', async () => {
  const { press } = await showChat('# Steps');
  await press('Show the side panel');
  await press('Files');
  await press('Close the side panel');
  await press('Show the side panel');
  expect(await panel().findByRole('searchbox', { name: 'Find a file by name' })).toBeTruthy();
});

test('is widened and narrowed, and is as wide the next time; as a sheet it has one width', async () => {
  const { press } = await showChat('# Steps');
  await press('Show the side panel');
  await press('Widen the side panel');
  const width = () => screen.getByRole('complementary', { name: 'Side panel' }).className;
  expect(width()).toContain('46rem');
  cleanup();
  await showChat('# Steps');
  expect(width()).toContain('46rem');
  await press('Narrow the side panel');
  expect(width()).not.toContain('46rem');
  expect(localStorage.getItem('slipstream.side-panel-wide')).toBeNull();
  cleanup();
  wide = false;
  const sheet = await showChat('# Steps');
  await sheet.press('Show the side panel');
  await screen.findByRole('dialog', { name: 'Side panel' });
  expect(screen.queryByRole('button', { name: 'Widen the side panel' })).toBeNull();
});

test('opens by itself when the agent writes its plan, and shows what it wrote next', async () => {
  const { client, change } = await showChat(null);
  await change(() => client.play(sessionId, [make.started('plan'), make.step(1)]));
  await change(() => client.play(sessionId, writes('0', 'src/a.ts')));
  await change(() => client.play(sessionId, writes('1', path, 'error')));
  expect(screen.queryByRole('complementary', { name: 'Side panel' })).toBeNull();
  client.files.set(path, plan('# Draft'));
  await change(() => client.play(sessionId, writes('2')));
  expect(await panel().findByRole('heading', { name: 'Draft' })).toBeTruthy();
  client.files.set(path, plan('# Second draft'));
  await change(() => client.play(sessionId, writes('3', `/home/me/work/${path}`)));
  expect(await panel().findByRole('heading', { name: 'Second draft' })).toBeTruthy();
});

test('opens by itself also for a turn that was over before the page had drawn it', async () => {
  const { client, change } = await showChat('# Plan');
  const quick = turnEvents(0, '01990000-0000-7000-8000-0000000000a2');
  await change(() =>
    client.play(sessionId, [
      quick.started('plan'),
      quick.step(1),
      quick.call(1, '1', 'write_file', { path, content: '…' }),
      quick.result('1', 'Written.'),
      quick.finished({ text: 'Done.' }),
    ]),
  );
  expect(await panel().findByRole('heading', { name: 'Plan' })).toBeTruthy();
});

test('opens by itself for an answer in plan mode that came whole, and not for one that was there', async () => {
  const trace = { steps: 2, tools: 1, agents: 0, durationMs: 10, byTool: { write_file: 1 } };
  const planned = anAnswer({ text: 'Planned.', trace });
  const { client, change } = await showApp(`/s/${sessionId}`, (fake) => {
    fake.files.set(path, plan('# Plan'));
    fake.setSessions([aSession()]);
    fake.setState(sessionId, {
      phase: 'ready',
      session: aSession({ mode: 'plan' }),
      messages: [aMessage(), planned],
    });
  });
  expect(screen.queryByRole('complementary', { name: 'Side panel' })).toBeNull();
  const newer = anAnswer({ id: crypto.randomUUID(), turnId: crypto.randomUUID(), text: 'Anew.', trace });
  await change(() => client.setState(sessionId, { messages: [aMessage(), planned, newer] }));
  expect(await panel().findByRole('heading', { name: 'Plan' })).toBeTruthy();
});

test('stays closed when the trace of a turn of before, which wrote the plan, is opened', async () => {
  const { client, change } = await showChat('# Plan');
  const events = [make.started('plan'), make.step(1), ...writes('1')];
  const view = events.reduce(applyEvent, emptyTurnView(turnId));
  await change(() => client.setState(sessionId, { finished: { [turnId]: view } }));
  expect(screen.queryByRole('complementary', { name: 'Side panel' })).toBeNull();
});

test('who closed it is not bothered again', async () => {
  const { client, change, press } = await showChat('# Plan');
  await change(() => client.play(sessionId, [make.started('plan'), make.step(1), ...writes('1')]));
  await press('Close the side panel');
  await change(() => client.play(sessionId, writes('2')));
  expect(screen.queryByRole('complementary', { name: 'Side panel' })).toBeNull();
});

test('does not push itself over the chat where there is no room beside it; asked for, it is a sheet', async () => {
  wide = false;
  const { client, change, press } = await showChat('# Plan');
  await change(() => client.play(sessionId, [make.started('plan'), make.step(1), ...writes('1')]));
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Show the side panel');
  const sheet = within(await screen.findByRole('dialog', { name: 'Side panel' }));
  expect(await sheet.findByRole('heading', { name: 'Plan' })).toBeTruthy();
});

test('a page that is opened anew shows it again, unless it would cover the chat', async () => {
  localStorage.setItem('slipstream.side-panel', 'plan');
  await showChat('# Steps');
  expect(await panel().findByRole('heading', { name: 'Steps' })).toBeTruthy();
  cleanup();
  wide = false;
  await showChat('# Steps');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the person can change the plan, as the version that was read', async () => {
  const { press, called } = await showChat('# Steps');
  await press('Show the side panel');
  fireEvent.click(await panel().findByRole('button', { name: 'Edit the plan' }));
  fireEvent.change(panel().getByRole('textbox', { name: path }), { target: { value: '# Fewer steps' } });
  await act(async () => {
    fireEvent.click(panel().getByRole('button', { name: 'Save' }));
  });
  expect(called('writeWorkspaceFile')).toEqual([[plan('# Fewer steps')]]);
  expect(await panel().findByRole('heading', { name: 'Steps' })).toBeTruthy();
});

test('says that there is no plan yet, and what is to be done', async () => {
  const { client, change, press } = await showChat(null);
  await press('Show the side panel');
  expect(await panel().findByText(/There is no plan file yet/)).toBeTruthy();
  const todos = [
    { text: 'Look', status: 'done' as const },
    { text: 'Build', status: 'pending' as const },
  ];
  await change(() => client.setState(sessionId, { todos }));
  expect(panel().getByText('1 of 2 done')).toBeTruthy();
  expect(
    panel()
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['DoneLook', 'To doBuild']);
});

test('a plan that cannot be read says why', async () => {
  const { client, press } = await showChat('# Plan');
  client.workspaceFile = () => Promise.reject(new Error('no'));
  await press('Show the side panel');
  expect((await panel().findByRole('alert')).textContent).not.toBe('');
  expect(panel().queryByRole('heading', { name: 'Plan' })).toBeNull();
});
