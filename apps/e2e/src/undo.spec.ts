// Undoing what tools did to files, as a person does it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { reply } from '@slipstream/testkit/provider';
import { type ChatPage, openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';
import type { TestServer } from './server.ts';

const writes = (path: string, content: string) => reply.toolCall('write_file', { path, content });
const edits = (path: string, oldText: string, newText: string) =>
  reply.toolCall('edit_file', { path, oldText, newText });

const work = [
  [writes('new.txt', 'made\n'), edits('old.txt', 'one', 'two'), reply.toolCall('todo_write', { todos: [] })],
  'I have done it.',
];

/** A finished turn that made `new.txt` and changed `old.txt`, with its trace open. */
async function openWork(page: Page, server: TestServer): Promise<ChatPage> {
  writeFileSync(join(server.workspaceDir, 'old.txt'), 'one\n');
  const chat = await openChat(page, server.url);
  await page.getByRole('button', { name: /^Mode:/ }).click();
  await page.getByRole('menuitemradio', { name: /Accept edits/ }).click();
  await chat.send('work');
  await chat.ended('completed');
  await openTrace(chat);
  return chat;
}

async function openTrace({ answer }: ChatPage) {
  const fold = answer.locator('[data-trace]');
  await fold.getByRole('button').first().click();
  await expect(fold).toHaveAttribute('data-trace', 'open');
}

const changes = ({ page }: ChatPage) => page.locator('[data-change]');
const dialog = ({ page }: ChatPage) => page.getByRole('alertdialog');

test('An edit is undone from its row: the page says what will happen, the file is as before, and a reload shows it', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([...work, 'I know.']);
  const chat = await openWork(page, server);
  await expect(changes(chat)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo the change of old.txt' }).click();
  await expect(dialog(chat)).toContainText('Gets back what it held before.');
  await expect(dialog(chat)).toContainText('What commands did is not undone.');
  await dialog(chat).getByRole('button', { name: 'Cancel' }).click();
  expect(readFileSync(join(server.workspaceDir, 'old.txt'), 'utf8')).toBe('two\n');

  await page.getByRole('button', { name: 'Undo the change of old.txt' }).click();
  await dialog(chat).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(dialog(chat)).toHaveCount(0);
  await expect(page.locator('[data-change="undone"]')).toHaveText('Undone');
  expect(readFileSync(join(server.workspaceDir, 'old.txt'), 'utf8')).toBe('one\n');
  expect(existsSync(join(server.workspaceDir, 'new.txt'))).toBe(true);
  // The button is gone, so the focus is on the row that it belonged to.
  await expect(page.locator('[data-call]', { hasText: 'old.txt' }).getByRole('button').first()).toBeFocused();

  await page.reload();
  await openTrace(chat);
  await expect(page.locator('[data-change="undone"]')).toHaveCount(1);
  await expect(page.locator('[data-change="undoable"]')).toHaveCount(1);

  await chat.send('what now?');
  await expect(chat.answer).toContainText('I know.');
  expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).toContain('changes to: old.txt.');
});

test('A whole turn is undone, and a second tab sees it', async ({ page, context, server, provider }) => {
  provider.setScript(work);
  const chat = await openWork(page, server);
  const other = await openChat(await context.newPage(), server.url, new URL(page.url()).pathname);
  await openTrace(other);
  await expect(other.page.locator('[data-change="undoable"]')).toHaveCount(2);

  await page.getByRole('button', { name: 'Undo all changes' }).click();
  await expect(dialog(chat).getByRole('listitem')).toHaveText([
    /new\.txt.*is removed again/,
    /old\.txt.*held before/,
  ]);
  await dialog(chat).getByRole('button', { name: 'Undo', exact: true }).click();
  for (const each of [chat, other]) {
    await expect(each.page.locator('[data-turn-changes="undone"]')).toContainText('All of it is undone.');
    await expect(each.page.locator('[data-change="undone"]')).toHaveCount(2);
  }
  expect(existsSync(join(server.workspaceDir, 'new.txt'))).toBe(false);
  expect(readFileSync(join(server.workspaceDir, 'old.txt'), 'utf8')).toBe('one\n');
});

test('A file that was changed since is left alone, and the page says so before and after', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript(work);
  const chat = await openWork(page, server);
  await expect(page.locator('[data-change="undoable"]')).toHaveCount(2);
  writeFileSync(join(server.workspaceDir, 'old.txt'), 'mine\n');
  await page.getByRole('button', { name: 'Undo all changes' }).click();
  await expect(dialog(chat).locator('[data-outlook="changed"]')).toContainText('old.txt');
  await dialog(chat).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.locator('[data-change="changed"]')).toHaveText('Changed since');
  await expect(page.locator('[data-change="undone"]')).toHaveCount(1);
  expect(readFileSync(join(server.workspaceDir, 'old.txt'), 'utf8')).toBe('mine\n');
  expect(existsSync(join(server.workspaceDir, 'new.txt'))).toBe(false);
});

test('The keyboard alone can undo', async ({ page, server, provider }) => {
  provider.setScript(work);
  const chat = await openWork(page, server);
  await page.getByRole('button', { name: 'Undo all changes' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(chat)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(chat)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo all changes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(chat).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-turn-changes="undone"]')).toBeVisible();
  expect(existsSync(join(server.workspaceDir, 'new.txt'))).toBe(false);
});
