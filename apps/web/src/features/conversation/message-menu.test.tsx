import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aMessage, anAnswer, answerId, aSession, sessionId, userMessageId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';
import { toMarkdownFile, toWorkFile } from './message-file.ts';

afterEach(() => vi.restoreAllMocks());

/** What the page has given the browser to save. */
function watchSaving() {
  const saved: { name: string; blob: Blob }[] = [];
  let blob = new Blob();
  // jsdom has none.
  URL.createObjectURL = (given) => {
    blob = given as Blob;
    return 'blob:x';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob });
  });
  return saved;
}

const click = (element: HTMLElement) =>
  act(async () => {
    fireEvent.click(element);
  });

async function openMenu(n: number) {
  const button = screen.getAllByRole('button', { name: 'More for this message' })[n];
  if (!button) throw new Error('There is no such menu.');
  await click(button);
  await screen.findByRole('menu');
}

const item = (name: string) => screen.getByRole('menuitem', { name });

async function showChat() {
  return showApp(`/s/${sessionId}`, (client) => {
    client.setSessions([aSession()]);
    client.setState(sessionId, {
      phase: 'ready',
      session: aSession(),
      messages: [aMessage({ text: 'Why?' }), anAnswer({ text: '# Because' })],
    });
  });
}

test('a question and an answer are saved as they were written, by the names that their chat has for them', async () => {
  const saved = watchSaving();
  await showChat();
  await openMenu(0);
  expect(screen.queryByRole('menuitem', { name: 'Download with its work (JSON)' })).toBeNull();
  await click(item('Download as Markdown'));
  await openMenu(1);
  await click(item('Download as Markdown'));
  expect(saved.map(({ name }) => name)).toEqual([`message-${userMessageId}.md`, `message-${answerId}.md`]);
  expect(await Promise.all(saved.map(({ blob }) => blob.text()))).toEqual(['Why?\n', '# Because\n']);
});

test('an answer is saved with the whole record of its work, and a failure to get that is told', async () => {
  const saved = watchSaving();
  const { client } = await showChat();
  await openMenu(1);
  await click(item('Download with its work (JSON)'));
  expect(saved).toEqual([]);
  expect(await screen.findByText(/cannot be reached|could not|try again/i)).toBeTruthy();
  const trajectory = { turn: { id: 't' }, entries: [{ kind: 'step' }], changes: [] };
  client.trajectory = async () => trajectory as never;
  await openMenu(1);
  await click(item('Download with its work (JSON)'));
  const [file] = saved;
  expect(file?.name).toBe(`message-${answerId}.json`);
  expect(JSON.parse((await file?.blob.text()) ?? '')).toMatchObject({
    message: { id: answerId, text: '# Because' },
    ...trajectory,
  });
});

test('how an answer ended is told where it did not end well', () => {
  expect(toMarkdownFile(anAnswer({ text: 'Half', status: 'cancelled' })).text).toBe(
    'Half\n\n_(cancelled)_\n',
  );
  expect(toMarkdownFile(anAnswer({ text: '', status: 'failed' })).text).toBe('_(failed)_\n');
  expect(toWorkFile(anAnswer(), { changes: [] } as never).type).toBe('application/json');
});
