import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMessage, anAnswer, aSession, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

const question = aMessage();
const answer = anAnswer({ text: 'Noted.' });
const compaction = {
  id: '00000000-0000-7000-8000-00000000c0de',
  throughId: answer.id,
  messages: 2,
  beforeTokens: 9000,
  afterTokens: 600,
};

const press = async (element: HTMLElement) => {
  await act(async () => {
    fireEvent.click(element);
  });
};

async function showChat(folded: boolean) {
  const app = await showApp(`/s/${sessionId}`, (client) => {
    client.compaction = compaction;
    client.setSessions([aSession()]);
    client.setState(sessionId, {
      phase: 'ready',
      session: aSession(folded ? { compaction } : {}),
      messages: [question, answer],
    });
  });
  return app;
}

const callsOf = (client: { calls: { name: string; args: readonly unknown[] }[] }, name: string) =>
  client.calls.filter((call) => call.name === name).map(({ args }) => args);

test('a line in the chat says what was folded, shows the summary, and takes the fold back', async () => {
  const { client } = await showChat(true);
  const mark = within(screen.getByRole('region', { name: 'Folded messages' }));
  await press(
    mark.getByRole('button', {
      name: '2 messages above were folded into a summary: 9,000 to 600 tokens',
    }),
  );
  expect(mark.getByText('The code is kingfisher.')).toBeTruthy();
  await press(mark.getByRole('button', { name: 'Send them whole again' }));
  expect(callsOf(client, 'undoCompaction')).toEqual([[sessionId, compaction.id]]);
});

test('/compact folds and is not sent', async () => {
  const { client } = await showChat(false);
  const field = screen.getByRole('textbox', { name: 'Message' });
  await act(async () => {
    fireEvent.change(field, { target: { value: '/compact' } });
  });
  await act(async () => {
    fireEvent.keyDown(field, { key: 'Enter' });
  });
  expect(callsOf(client, 'compact')).toEqual([[sessionId]]);
  expect(callsOf(client, 'send')).toEqual([]);
  expect(screen.getByText('2 messages were folded.')).toBeTruthy();
});

test('the menu of a chat shows what its next message is sent with', async () => {
  await showChat(false);
  const [menu] = screen.getAllByRole('button', { name: /^More for/ });
  if (!menu) throw new Error('There is no menu.');
  await press(menu);
  await press(screen.getByRole('menuitem', { name: 'What the model is sent' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'What the next message is sent with' }));
  expect(dialog.getByText(/^1,234 tokens of the 113,000/)).toBeTruthy();
  expect(dialog.getByText('SOUL.md is outside the workspace.')).toBeTruthy();
  await press(dialog.getByRole('button', { name: /^Rules of the workspace/ }));
  expect(dialog.getByText(/Tests first\./).tagName).toBe('PRE');
  expect(dialog.getByText('9 tools')).toBeTruthy();
});

test('the settings list the files of every prompt, and save what is edited', async () => {
  const { client } = await showChat(false);
  await press(screen.getByRole('button', { name: 'Settings' }));
  await press(screen.getByRole('menuitem', { name: 'Files in every prompt' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Files in every prompt' }));
  expect((await dialog.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^AGENTS\.md .+Only the first 32 KiB go into prompts\.Edit$/),
    expect.stringContaining('SOUL.md is outside the workspace.'),
    'USER.md not thereWho you areCreate',
  ]);
  await press(dialog.getByRole('button', { name: 'Edit AGENTS.md' }));
  await act(async () => {
    fireEvent.change(dialog.getByRole('textbox', { name: 'AGENTS.md' }), { target: { value: 'New.' } });
  });
  await press(dialog.getByRole('button', { name: 'Save' }));
  expect(callsOf(client, 'writeWorkspaceFile')).toEqual([
    [{ path: 'AGENTS.md', text: 'New.', version: 'v1' }],
  ]);
  expect(dialog.getByRole('button', { name: 'Edit AGENTS.md' })).toBeTruthy();
});
