import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeIntersections } from '../../testing/fake-observers.ts';
import { aSession, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

const now = new Date().toISOString();
const other = '01990000-0000-7000-8000-000000000002';

const sessions = [
  aSession({ title: 'Tidy up', updatedAt: now }),
  aSession({ id: other, title: 'Write docs', updatedAt: now, pinned: true, status: 'waiting' }),
  aSession({ id: sessionId.replace(/1$/, '3'), title: 'Put away', updatedAt: now, archived: true }),
];

const show = (path = '/') => showApp(path, (client) => client.setSessions(sessions));
const links = () =>
  within(screen.getByRole('navigation', { name: 'Chats' }))
    .getAllByRole('link')
    .map((link) => link.textContent)
    .filter((text) => text !== 'Slipstream' && text !== 'New chat');

async function choose(menu: RegExp, item: string) {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: menu }));
  });
  await act(async () => {
    fireEvent.click(screen.getByRole('menuitem', { name: item }));
  });
}

test('lists the chats, pinned first, each with its state, without archived ones', async () => {
  await show();
  expect(links()).toEqual(['Waiting for you: Write docs', 'Tidy up']);
});

test('opens a chat and marks it', async () => {
  await show();
  fireEvent.click(screen.getByRole('link', { name: 'Tidy up' }));
  expect(location.pathname).toBe(`/s/${sessionId}`);
  expect(screen.getByRole('link', { name: 'Tidy up' }).getAttribute('aria-current')).toBe('page');
});

test('renames', async () => {
  const { called } = await show();
  await choose(/More for “Tidy up”/, 'Rename');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' });
  expect(field.value).toBe('Tidy up');
  fireEvent.change(field, { target: { value: ' Tidier ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(called('updateSession')).toEqual([[sessionId, { title: 'Tidier' }]]);
  expect(await screen.findByRole('link', { name: 'Tidier' })).toBeTruthy();
});

test('pins, and archives with a way back', async () => {
  const { called } = await show();
  await choose(/More for “Tidy up”/, 'Pin');
  expect(called('updateSession')).toEqual([[sessionId, { pinned: true }]]);
  await choose(/More for “Tidy up”/, 'Archive');
  expect(links()).toEqual(['Waiting for you: Write docs']);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'Tidy up' })).toBeTruthy();
});

test('deletes only after a yes, and says when work is stopped by it', async () => {
  const { called } = await show();
  await choose(/More for “Write docs”/, 'Delete');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('It is still at work');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(called('deleteSession')).toEqual([]);

  await choose(/More for “Write docs”/, 'Delete');
  await act(async () => {
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  });
  expect(called('deleteSession')).toEqual([[other]]);
  expect(links()).toEqual(['Tidy up']);
});

test('a change that the server refused is told', async () => {
  const { client } = await show();
  vi.spyOn(client, 'updateSession').mockRejectedValue(new Error('gone'));
  await choose(/More for “Tidy up”/, 'Pin');
  expect(screen.getByText('The server cannot be reached right now.')).toBeTruthy();
});

test('searches, and clears the search', async () => {
  const { called, client } = await show();
  const hit = {
    sessionId: 's1',
    messageId: 'm1',
    turnId: 't1',
    title: 'Write docs',
    createdAt: '2026-01-05T09:00:00.000Z',
  };
  client.setHits([
    { ...hit, kind: 'message', snippet: 'all the docs here', marks: [[8, 12]] },
    { ...hit, kind: 'result', tool: 'bash', snippet: '<b>docs</b>', marks: [[3, 7]] },
  ]);
  const field = screen.getByRole('searchbox', { name: 'Search chats' });
  fireEvent.change(field, { target: { value: 'do' } });
  fireEvent.change(field, { target: { value: 'docs' } });
  expect(await screen.findByText('2 places found')).toBeTruthy();
  expect(called('search')).toEqual([['docs']]);
  const found = screen.getAllByRole('listitem').slice(0, 2);
  expect(found[0]?.textContent).toContain('all the docs here');
  expect(found[1]?.textContent).toContain('bash, result: <b>docs</b>');
  expect(found.map((each) => each.querySelector('mark')?.textContent)).toEqual(['docs', 'docs']);
  expect(found[0]?.querySelector('a')?.getAttribute('href')).toBe('/s/s1#m-m1');
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(links()).toEqual(['Waiting for you: Write docs', 'Tidy up']);
  fireEvent.change(field, { target: { value: 'docs' } });
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false);
  expect(links()).toEqual(['Waiting for you: Write docs', 'Tidy up']);
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(true);
});

test('shows the archive', async () => {
  const { press } = await show();
  await press('Archive');
  expect(links()).toEqual(['Put away']);
});

test('hides and shows the list, and remembers it', async () => {
  const { press } = await show();
  await press('Hide the chats');
  expect(screen.queryByRole('navigation', { name: 'Chats' })).toBeNull();
  expect(localStorage.getItem('slipstream.list-hidden')).toBe('yes');
});

test('while the list is on its way its room is kept, and said', async () => {
  const { change } = await showApp('/', (client) => client.setSessions([], 'loading'));
  expect(screen.getByText('The chats are being loaded.').getAttribute('role')).toBe('status');
  await change((client) => client.setSessions(sessions));
  expect(document.querySelector('[data-coming]')).toBeNull();
});

test('an empty list, and one that could not be loaded, say so', async () => {
  const { change } = await showApp();
  expect(screen.getByText('No chats yet. The first message makes one.')).toBeTruthy();
  await change((client) => client.setSessions([], 'error'));
  expect(screen.getByText('The list could not be loaded.')).toBeTruthy();
});

test('the language is switched on the spot', async () => {
  const { press } = await show();
  await press('Settings');
  await act(async () => {
    fireEvent.click(screen.getByRole('menuitemradio', { name: '中文' }));
  });
  expect(await screen.findByRole('heading', { level: 1, name: '今天要做什么？' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(localStorage.getItem('slipstream.language')).toBe('zh');
});

test('the next chats come when the end of the list is in sight, once for each length', async () => {
  const seen = fakeIntersections();
  try {
    const { called } = await showApp('/', (client) => client.setSessions(sessions, 'ready', true));
    const more = screen.getByRole('button', { name: 'Show more' });
    act(() => seen.show(more, true));
    act(() => seen.show(more, true));
    expect(called('loadMoreSessions')).toHaveLength(1);
  } finally {
    seen.restore();
  }
});
