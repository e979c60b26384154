// Where the conversation is while more comes: at the end, or where the reader is.
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const long = Array.from({ length: 120 }, (_, n) => `Line ${n + 1} of a long answer.`).join('\n\n');

test('Somebody who reads further up stays there, is told how much is new below, and gets there with one press', async ({
  page,
  context,
  server,
  provider,
}) => {
  provider.setScript([long, 'A second answer.']);
  const chat = await openChat(page, server.url);
  await chat.send('tell me');
  await chat.ended('completed');
  const box = page.getByRole('region', { name: 'Conversation' }).locator('..');
  const top = () => box.evaluate((element) => element.scrollTop);
  const isAtEnd = () =>
    box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight < 40);
  await expect.poll(isAtEnd).toBe(true);

  await box.hover();
  await page.mouse.wheel(0, -2000);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  const before = await top();
  const other = await openChat(await context.newPage(), server.url, new URL(page.url()).pathname);
  await other.send('and more');
  await expect(other.answer).toContainText('A second answer.');
  const button = page.getByRole('button', { name: '2 new below' });
  await expect(button).toBeVisible();
  expect(await top()).toBe(before);
  await button.click();
  await expect(button).toHaveCount(0);
  await expect.poll(isAtEnd).toBe(true);
  await expect(chat.answer).toBeInViewport();
});
