import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { createFeed } from './feed.ts';
import { expect, test } from './fixtures.ts';

const words = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `word${from + index} `);

test('A reload at half continues the answer where it is', async ({ page, provider, chat, feed }) => {
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

test('An opened chat never shows its answers as they were written before it shows them right', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript(['# A heading\n\n| a | b |\n|---|---|\n| 1 | **2** |']);
  const chat = await openChat(page, server.url);
  await chat.send('show me');
  await chat.ended('completed');
  await page.route(/parsed-block/, async (route) => {
    const response = await route.fetch();
    // The chat itself is there by then.
    await expect(page.getByRole('link', { name: 'show me' })).toBeVisible();
    await route.fulfill({ response });
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { plainSeen: seen });
    new MutationObserver(() => {
      for (const plain of document.querySelectorAll('[data-plain]')) seen.push(plain.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(chat.answer.getByRole('heading', { name: 'A heading' })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { plainSeen: string[] }).plainSeen)).toEqual([]);
});

test('A closed tab stops nothing, and a second tab sees the same', async ({
  page,
  context,
  server,
  chat,
  feed,
}) => {
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

test('Two tabs that are reloaded in the middle of a turn with tools agree, at every moment and at its end', async ({
  page,
  context,
  server,
  provider,
}) => {
  const first = createFeed();
  provider.setScript([
    [reply.reasoning('Let me look.'), reply.toolCall('list_directory', { path: '.' })],
    [reply.text('I write. '), reply.toolCall('write_file', { path: 'a.txt', content: 'a' })],
    first,
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('go');
  await expect(chat.approval).toBeVisible();
  const other = await context.newPage();
  const tab = await openChat(other, server.url, new URL(page.url()).pathname);
  await expect(tab.approval).toBeVisible();
  const shown = async (one: typeof chat) => {
    const texts = await one.answers.evaluateAll((all) => all.map((each) => each.textContent ?? ''));
    // How long something has run is told by each page's own clock.
    return texts.map((text) => text.replace(/\d+(\.\d+)? ?(ms|s)\b/g, ''));
  };
  const agree = async () => expect.poll(async () => shown(tab)).toEqual(await shown(chat));
  await agree();
  await page.reload();
  await expect(chat.approval).toBeVisible();
  await agree();
  await tab.approval.getByRole('button', { name: 'Allow once' }).click();
  await expect(chat.approval).toHaveCount(0);
  first.push('Half ');
  await expect(chat.answer).toContainText('Half');
  await other.reload();
  await expect(tab.answer).toContainText('Half');
  await agree();
  await page.reload();
  first.push('and half.');
  first.end();
  for (const one of [chat, tab]) {
    await one.ended('completed');
    await expect(one.answer).toContainText('Half and half.');
    await one.answer.locator('[data-trace]').getByRole('button').first().click();
    await expect(one.answer.locator('[data-call="ok"]')).toHaveCount(2);
  }
  await agree();
  await page.reload();
  await chat.answer.locator('[data-trace]').getByRole('button').first().click();
  await expect(chat.answer.locator('[data-call="ok"]')).toHaveCount(2);
  await agree();
  expect(provider.requests).toHaveLength(3);
});

test('What was typed and not sent is there after a reload', async ({ page, demo }) => {
  const chat = await openChat(page, demo.url);
  await chat.composer.fill('half a thought');
  await page.reload();
  await expect(chat.composer).toHaveValue('half a thought');
});
