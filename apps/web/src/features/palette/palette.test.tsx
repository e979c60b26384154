import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openDialog } from '../../app/dialogs.ts';
import { aMessage, aSession, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

const other = '01990000-0000-7000-8000-00000000aaaa';

async function openPalette() {
  const app = await showApp(`/s/${sessionId}`, (client) => {
    client.setState(sessionId, { phase: 'ready', session: aSession(), messages: [aMessage()] });
    client.setSessions([aSession({ title: 'Kingfishers' }), aSession({ id: other, title: 'Herons' })]);
    client.setHits([
      {
        sessionId: other,
        kind: 'message',
        messageId: sessionId,
        turnId: null,
        title: 'Herons',
        snippet: 'a grey bird',
        marks: [],
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });
  act(() => app.field().focus());
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: 'Find anything' });
  const type = (value: string) => act(async () => void fireEvent.change(field, { target: { value } }));
  return { ...app, type, find: field };
}

const options = () => screen.getAllByRole('option').map((option) => option.textContent);

test('Ctrl+K lists chats, commands and settings; typing narrows it', async () => {
  const { type } = await openPalette();
  expect(options().slice(0, 3)).toEqual(['Kingfishers', 'Herons', 'New chat']);
  await type('dark');
  expect(options()[0]).toBe('DarkAppearance');
  await type('中文');
  expect(options()[0]).toBe('中文Language');
  await type('/comp');
  expect(options()[0]).toBe('Fold older messages into a summary/compact');
});

test('its field has the focus with the key that opens it: what is typed next is written there', async () => {
  const { find, field } = await openPalette();
  fireEvent.keyDown(find, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  act(() => field().focus());
  fireEvent.keyDown(field(), { key: 'k', ctrlKey: true });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Find anything');
});

test('places in messages are looked for in the server', async () => {
  const { type } = await openPalette();
  await type('grey');
  await waitFor(() => expect(options()).toEqual(['a grey birdHerons']));
  fireEvent.click(screen.getByRole('option'));
  await waitFor(() => expect(location.pathname + location.hash).toBe(`/s/${other}#m-${sessionId}`));
});

test('a command of the chat is done by Enter once the palette is gone', async () => {
  const { type, find, called } = await openPalette();
  await type('/plan');
  fireEvent.keyDown(find, { key: 'Enter' });
  await waitFor(() => expect(called('updateSession')).toEqual([[sessionId, { mode: 'plan' }]]));
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('a command that wants a word asks for it in the composer', async () => {
  const { type, find, field } = await openPalette();
  await type('/model');
  fireEvent.keyDown(find, { key: 'Enter' });
  await waitFor(() => expect(field().value).toBe('/model '));
});

test('where nothing is called that, it says so', async () => {
  const { type, client } = await openPalette();
  client.setHits([]);
  await type('xyzzy');
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(await screen.findByText('Nothing is called that.')).toBeTruthy();
});

test('the list of keys is made from the table that binds them', async () => {
  await showApp();
  act(() => openDialog('keys'));
  const dialog = await screen.findByRole('dialog', { name: 'Keys and commands' });
  expect(dialog.textContent).toContain('Find chats, commands and settingsCtrlK');
  expect(dialog.textContent).toContain('Fold older messages into a summary/compact');
});
