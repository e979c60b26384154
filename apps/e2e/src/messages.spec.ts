import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { openChat, patiently } from './chat-page.ts';
import { expect, test } from './fixtures.ts';
import { importLongSession } from './long-session.ts';

/** Opens the menu of a message and chooses an entry of it. */
async function choose(page: Page, message: Locator, entry: string) {
  await message.hover();
  await message.getByRole('button', { name: 'More for this message' }).click();
  await page.getByRole('menu').getByText(entry, { exact: true }).click();
}

test('A link to a message leads to it and marks it, also when it is far back', async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { sessionId } = await importLongSession(demo.url, { messages: 80, tools: 0 });
  await openChat(page, demo.url, `/s/${sessionId}`);
  const first = page.locator('article[data-role="user"]', { hasText: 'Question 1:' });
  // Older messages come as one goes up.
  await expect(async () => {
    await page.locator('[data-scroller]').evaluate((box) => box.scrollTo(0, 0));
    await expect(first.getByRole('button').first()).toBeAttached({ timeout: 500 });
  }).toPass();
  await choose(page, first, 'Copy link');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('/s/');
  const tab = await context.newPage();
  await tab.goto(link);
  const marked = tab.locator('[data-linked]');
  await patiently(marked).toContainText('Question 1:');
  await expect(marked).toBeInViewport();
});

test('A message is deleted for good with what follows, after a question', async ({
  page,
  context,
  server,
  provider,
}) => {
  provider.setScript(['First.', 'A secret.', 'Third.', 'Fourth.']);
  const chat = await openChat(page, server.url);
  for (const text of ['one', 'two', 'three']) {
    await chat.send(text);
    await chat.ended('completed');
    await expect(chat.questions.last()).toContainText(text);
  }
  const tab = await openChat(await context.newPage(), server.url, new URL(page.url()).pathname);
  await expect(tab.answers).toHaveCount(3);
  await choose(page, chat.questions.nth(1), 'Delete');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('The 3 messages after it go with it.');
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(chat.answers).toHaveCount(3);
  await choose(page, chat.questions.nth(1), 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(chat.answers).toHaveCount(1);
  await expect(tab.answers).toHaveCount(1);
  await expect(chat.composer).toBeFocused();
  await page.reload();
  await expect(chat.answers).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('secret');
  await expect(page.getByText('0 places found')).toBeVisible();
  await chat.send('four');
  await expect(chat.answer).toContainText('Fourth.');
  expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain('secret');
});

test('An answer is given again by another model, beside the first', async ({ page, server, provider }) => {
  provider.setScript(['From the first model.']);
  const chat = await openChat(page, server.url);
  await chat.send('list files');
  await chat.ended('completed');
  // What was asked and what was answered can be had as files.
  const save = async (message: Locator, entry: string) => {
    const downloading = page.waitForEvent('download');
    await choose(page, message, entry);
    const file = await downloading;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  expect((await save(chat.questions.last(), 'Download as Markdown')).text).toBe('list files\n');
  const answer = await save(chat.answer, 'Download as Markdown');
  expect(answer).toEqual({
    name: expect.stringMatching(/^message-[\da-f-]{36}\.md$/),
    text: 'From the first model.\n',
  });
  const work = await save(chat.answer, 'Download with its work (JSON)');
  expect(work.name).toBe(answer.name.replace(/md$/, 'json'));
  expect(JSON.parse(work.text)).toMatchObject({
    message: { text: 'From the first model.' },
    entries: [{ kind: 'step' }],
  });
  await choose(page, chat.answer, 'Demo');
  await expect(chat.answer.getByRole('group', { name: 'Versions' })).toContainText('2 of 2');
  await chat.ended('completed');
  await expect(page.getByRole('button', { name: 'Model: scripted' })).toBeVisible();
  await chat.answer.getByRole('button', { name: 'Earlier version' }).click();
  await expect(chat.answer).toContainText('From the first model.');
  expect(provider.requests).toHaveLength(1);
});

test('What waits is changed from the empty field with the arrow up', async ({
  page,
  provider,
  chat,
  feed,
}) => {
  provider.setScript([feed, 'Better.']);
  await chat.send('one');
  feed.push('Well');
  await expect(chat.answer).toContainText('Well');
  await chat.send('two');
  const queue = page.getByRole('region', { name: 'Queued messages' });
  await expect(queue).toContainText('two');
  await chat.composer.press('ArrowUp');
  await queue.getByRole('textbox').fill('two, better');
  await queue.getByRole('textbox').press('Enter');
  await expect(chat.composer).toBeFocused();
  await expect(queue).toContainText('two, better');
  feed.end();
  await expect(chat.questions.last()).toContainText('two, better');
  await chat.ended('completed');
});
