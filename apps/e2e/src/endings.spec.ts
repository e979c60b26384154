// Answers that do not come: what the page says, and the ways on from there.
import { reply, wireReply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('A refused key is said in words, marked in the list, and another model answers instead', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([[wireReply.httpError(401, { message: 'Incorrect API key provided' })]]);
  const chat = await openChat(page, server.url);
  await chat.send('list files');
  await chat.ended('failed');
  const ending = chat.answer.locator('[data-ending="failed"]');
  await expect(ending).toContainText('key');
  await expect(chat.row('list files')).toContainText('Failed');

  await ending.getByRole('button', { name: 'How models are connected' }).click();
  await expect(page.getByRole('dialog')).toContainText('OPENAI_API_KEY');
  await page.keyboard.press('Escape');
  await ending.getByRole('button', { name: 'Try another model' }).click();
  await page.getByRole('menuitemradio', { name: /^Demo/ }).click();
  await chat.ended('completed');
  await expect(chat.answers).toHaveCount(1);
  await expect(chat.row('list files')).not.toContainText('Failed');
});

test('The wait for a provider that is asked too often is counted down, and can be stopped', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([[reply.text('Half')], [wireReply.rateLimit(50)]]);
  const chat = await openChat(page, server.url);
  await chat.send('one');
  await chat.ended('completed');
  await chat.send('two');
  await expect(chat.live).toHaveAttribute('data-live', 'retry');
  await expect(chat.live).toContainText('rate limited');
  const left = async () => Number(/\d+/.exec((await chat.live.textContent()) ?? '')?.[0]);
  const first = await left();
  expect(first).toBeGreaterThan(40);
  await expect.poll(left).toBeLessThan(first);
  await chat.stop.click();
  await chat.ended('cancelled');
  expect(provider.requests).toHaveLength(2);
});
