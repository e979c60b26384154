// Where one can only look: whatever is pressed, nothing is asked of the server that it would refuse.
import type { Client } from '@slipstream/client';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { openDialog } from '../../app/dialogs.ts';
import { showScene } from '../../gallery/scenes.ts';
import { createFakeClient } from '../../testing/fake-client.ts';
import { aMessage, anAnswer, aSession, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

/** Every function of the client, by whether such a server serves it. Its type has them all. */
const served: Record<keyof Client, boolean> = {
  listen: true,
  connection: true,
  readOnly: true,
  sessionList: true,
  session: true,
  start: true,
  close: true,
  reconnect: true,
  signIn: true,
  open: true,
  loadOlder: true,
  loadTurn: true,
  loadChanges: true,
  loadMoreSessions: true,
  searchSessions: true,
  search: true,
  attachmentUrl: true,
  exportUrl: true,
  models: true,
  compactions: true,
  trajectory: true,
  wholePart: true,
  queuedText: true,
  undoChanges: false,
  send: false,
  retryMessage: false,
  dropMessage: false,
  unqueue: false,
  editQueued: false,
  resumeQueue: false,
  regenerate: false,
  deleteMessage: false,
  showVersion: false,
  stop: false,
  retryNow: false,
  stopAgent: false,
  answerApproval: false,
  updateSession: false,
  attach: false,
  importSession: false,
  deleteSession: false,
  addedTools: false,
  heartbeat: false,
  switchHeartbeat: false,
  permissions: false,
  removePermission: false,
  prompt: false,
  compact: false,
  undoCompaction: false,
  workspaceFiles: false,
  workspaceFile: false,
  writeWorkspaceFile: false,
  workspacePaths: false,
  workspaceFolder: false,
  workspaceContent: false,
  workspaceUrl: false,
  changedFiles: false,
  changedFile: false,
  skills: false,
  stepPrompt: false,
};

const immediately = (run: () => void) => {
  run();
  return () => {};
};

async function open(scene: string, readOnly: boolean) {
  // A download that is clicked would take the test's window to another address.
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  onTestFinished(() => download.mockRestore());
  const client = createFakeClient();
  history.replaceState(null, '', showScene(client, scene, 'en'));
  client.setReadOnly(readOnly);
  // Each has the same menu.
  client.setSessions(client.sessionList().sessions.slice(0, 1));
  const refused = (Object.keys(served) as (keyof Client)[])
    .filter((name) => !served[name])
    .map((name) => vi.spyOn(client, name));
  await act(async () => {
    render(<App client={client} schedule={immediately} />);
  });
  return { asked: () => refused.filter(({ mock }) => mock.calls.length > 0).map((spy) => spy.getMockName()) };
}

/** Presses all that there is, and what that brings, but for what takes it away again and what is in `but`. */
async function pressAll(but = '') {
  const pressed = new Set<string>();
  const left = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (each) =>
        !pressed.has(nameOf(each)) &&
        !nameOf(each).startsWith('Close') &&
        (but === '' || each.closest(but) === null),
    );
  let trigger = '';
  for (let rounds = 0; rounds < 250; rounds += 1) {
    const items = left('[role="menuitem"]');
    const next = items[0] ?? left('button:not(:disabled), [role="option"]')[0];
    if (!next) break;
    pressed.add(nameOf(next));
    // Its menu goes with the press: opened again for the others.
    if (items.length > 1) pressed.delete(trigger);
    if (next.getAttribute('aria-haspopup') === 'menu') trigger = nameOf(next);
    await act(async () => {
      fireEvent.click(next);
      await import('../sessions/delete-dialog.tsx');
    });
  }
}

const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent ?? '';

async function pressKeys() {
  const keys = [
    { key: 'Escape' },
    { key: '/' },
    { key: 'o', ctrlKey: true, shiftKey: true },
    { key: 'Enter' },
    { key: 'ArrowUp' },
    { key: '1' },
  ];
  for (const key of keys) await act(async () => void fireEvent.keyDown(document.body, key));
}

const scenes = [
  'start',
  'noChats',
  'empty',
  'missing',
  'done',
  'running',
  'retry',
  'approval',
  'question',
  'plan',
  'queuePaused',
  'interrupted',
  'failedKey',
  'pending',
  'folded',
];

test.each(scenes)('nothing that can be pressed asks for what would be refused (%s)', async (scene) => {
  const { asked } = await open(scene, true);
  await pressKeys();
  // The list is the same in all of them.
  await pressAll(scene === 'start' ? '' : 'nav, main > header');
  await act(async () => void fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true }));
  await pressAll('nav, main');
  expect(asked()).toEqual([]);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryAllByRole('link', { name: 'New chat' })).toEqual([]);
  expect(document.querySelector('input[type="file"]')).toBeNull();
});

test('where one may do more, pressing as much asks for such things', async () => {
  const { asked } = await open('approval', false);
  await pressAll('nav, aside');
  expect(asked()).toEqual(expect.arrayContaining(['stop', 'answerApproval', 'updateSession']));
});

const here = `/s/${sessionId}`;
const notice = () => screen.getByRole('complementary', { name: 'A demo to look at.' });

test('a notice stands where one would write, and what only looks is all there', async () => {
  await showApp(here, (client) => {
    client.setReadOnly(true);
    client.setState(sessionId, {
      phase: 'ready',
      session: aSession(),
      messages: [aMessage({ siblings: [aMessage().id, crypto.randomUUID()] }), anAnswer({ text: 'Done.' })],
    });
  });
  expect(notice().textContent).toBe(
    'A demo to look at. Read, search, and open the work behind an answer; nothing can be changed here. ' +
      'To run your own, in a checkout of Slipstream: npm start',
  );
  expect(screen.queryByRole('complementary', { name: 'Demo model' })).toBeNull();
  expect(screen.getByRole('searchbox', { name: 'Search chats' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(2);
  // Which version it is can be read; the others are not to be had here.
  expect(screen.getByRole('group', { name: 'Versions' }).textContent).toBe('1 of 2');
  fireEvent.click(screen.getAllByRole('button', { name: /^More for/ })[0] as HTMLElement);
  const menu = await screen.findByRole('menu');
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Export as Markdown', 'Export as JSON', 'Export for fine-tuning (JSONL)']);
});

test('it is an ordinary page again when the server says so', async () => {
  const { change, field } = await showApp(here, (client) => {
    client.setReadOnly(true);
    client.setState(sessionId, { phase: 'ready', session: aSession(), messages: [aMessage()] });
  });
  expect(screen.queryByRole('textbox')).toBeNull();
  await change((client) => client.setReadOnly(false));
  expect(field()).toBeTruthy();
  expect(screen.queryByRole('complementary', { name: 'A demo to look at.' })).toBeNull();
});

test('the start page says what this is and leads to the chats', async () => {
  const { change } = await showApp('/', (client) => {
    client.setReadOnly(true);
    client.setSessions([aSession()]);
  });
  expect(screen.getByRole('heading', { level: 1, name: 'A look at Slipstream' })).toBeTruthy();
  expect(screen.getByText('Choose a chat at the left.')).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Hide the chats' })));
  expect(screen.queryByText('Choose a chat at the left.')).toBeNull();
  const [button] = screen.getAllByRole('button', { name: 'Show the chats' }).reverse();
  await act(async () => void (button && fireEvent.click(button)));
  expect(screen.getByText('Choose a chat at the left.')).toBeTruthy();
  await change((client) => client.setSessions([]));
  expect(screen.getAllByText('There are no chats here yet.')).toHaveLength(2);
  expect(screen.queryByText('Choose a chat at the left.')).toBeNull();
});

test('a card that waits says that this is not the place to answer', async () => {
  await open('question', true);
  expect(await screen.findByText('It waits for an answer, which cannot be given here.')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['npm', 'pnpm', 'yarn']),
  );
});

test('a chat that does not exist is not begun', async () => {
  await showApp(here, (client) => {
    client.setReadOnly(true);
    client.setState(sessionId, { phase: 'ready', session: null });
  });
  expect(screen.getByText('There is no chat at this address.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'To the start page' })).toBeTruthy();
});

test('the list of keys has those that look', async () => {
  await showApp('/', (client) => client.setReadOnly(true));
  act(() => openDialog('keys'));
  const dialog = await screen.findByRole('dialog', { name: 'Keys and commands' });
  expect(dialog.textContent).toContain('Find chats, commands and settings');
  expect(dialog.textContent).not.toMatch(/New chat|Send|\/compact|Stop/);
});
