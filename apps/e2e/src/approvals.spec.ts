import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, textOf } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const writes = (path: string, content: string) => reply.toolCall('write_file', { path, content });

test('Nothing is written before it is allowed, and then what the card showed', async ({ page, demo }) => {
  const poem = join(demo.workspaceDir, 'poem.txt');
  const chat = await openChat(page, demo.url);
  await chat.send('write a haiku to poem.txt');
  await expect(chat.approval).toContainText('poem.txt');
  await expect(chat.live).toContainText('Waiting for your approval');
  expect(existsSync(poem)).toBe(false);
  await chat.approval.getByRole('button', { name: 'Allow once' }).click();
  await chat.ended('completed');
  expect(readFileSync(poem, 'utf8').trim().split('\n')).toHaveLength(3);
});

test('A denial reaches the model with its note, and nothing happens', async ({ page, server, provider }) => {
  provider.setScript([[writes('a.txt', 'one')], 'Then I leave it.']);
  const chat = await openChat(page, server.url);
  await chat.send('write it');
  await chat.approval.getByRole('button', { name: 'Add a note' }).click();
  await chat.approval.getByLabel('Note for the model').fill('not in this folder, please');
  await chat.approval.getByRole('button', { name: 'Deny' }).click();
  await expect(chat.answer).toContainText('Then I leave it.');
  await chat.ended('completed');
  const result = provider.requests[1]?.body.messages.find(({ role }) => role === 'tool');
  expect(textOf(result?.content)).toContain('not in this folder, please');
  expect(existsSync(join(server.workspaceDir, 'a.txt'))).toBe(false);
});

test('Allowed for the session, it does not ask again', async ({ page, server, provider }) => {
  provider.setScript([[writes('a.txt', 'one')], 'Done.', [writes('b.txt', 'two')], 'Done again.']);
  const chat = await openChat(page, server.url);
  await chat.send('write one');
  await chat.approval.getByRole('button', { name: 'Allow for this session' }).click();
  await expect(chat.answer).toContainText('Done.');
  await chat.send('write two');
  await expect(chat.answer).toContainText('Done again.');
  expect(readFileSync(join(server.workspaceDir, 'a.txt'), 'utf8')).toBe('one');
  expect(readFileSync(join(server.workspaceDir, 'b.txt'), 'utf8')).toBe('two');
});

test('An approval that is answered in one tab is gone in the other', async ({
  page,
  context,
  server,
  provider,
}) => {
  provider.setScript([[writes('a.txt', 'one')], 'Done.']);
  const chat = await openChat(page, server.url);
  await chat.send('write it');
  await expect(chat.approval).toBeVisible();
  const other = await openChat(await context.newPage(), server.url, new URL(page.url()).pathname);
  await other.approval.getByRole('button', { name: 'Allow once' }).click();
  await expect(other.answer).toContainText('Done.');
  await expect(chat.answer).toContainText('Done.');
  await expect(chat.approval).toHaveCount(0);
});
