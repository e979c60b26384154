import { openChat } from './chat-page.ts';
import { createFeed } from './feed.ts';
import { expect, test } from './fixtures.ts';

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `word${from + index} `);

test('A reload at half continues the answer where it is', async ({ page, server, provider }) => {
  const feed = createFeed();
  provider.setScript([feed]);
  const chat = await openChat(page, server.url);
  await chat.send('a long one');
  feed.push(...words(0, 100));
  await expect(chat.answer).toContainText('word99');

  await page.reload();
  await expect(chat.answer).toContainText(words(0, 100).join('').trim());
  await expect(chat.answer).toHaveAttribute('data-status', 'running');
  feed.push(...words(100, 200));
  await expect(chat.answer).toContainText('word199');
  feed.end();
  await chat.ended('completed');
  await expect(chat.answer).toContainText(words(0, 200).join('').trim());
  expect(provider.requests).toHaveLength(1);
});

test('A closed tab stops nothing, and a second tab sees the same', async ({
  page,
  context,
  server,
  provider,
}) => {
  const feed = createFeed();
  provider.setScript([feed]);
  const chat = await openChat(page, server.url);
  await chat.send('go on without me');
  feed.push('before ');
  await expect(chat.answer).toContainText('before');
  const path = new URL(page.url()).pathname;
  await page.close();
  feed.push('while away ');
  const again = await openChat(await context.newPage(), server.url, path);
  await expect(again.answer).toContainText('before while away');
  feed.push('after');
  feed.end();
  await again.ended('completed');
  await expect(again.answer).toContainText('before while away after');
});

test('What was typed and not sent is there after a reload', async ({ page, demo }) => {
  const chat = await openChat(page, demo.url);
  await chat.composer.fill('half a thought');
  await page.reload();
  await expect(chat.composer).toHaveValue('half a thought');
});
