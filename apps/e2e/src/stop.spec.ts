import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';
import { processesWith } from './processes.ts';

test('Stop in the stream closes the request, keeps the text, and the next message works at once', async ({
  page,
  provider,
  chat,
  feed,
}) => {
  provider.setScript([feed, 'Here I am again.']);
  await chat.send('tell me everything');
  feed.push('Once upon a time');
  await expect(chat.answer).toContainText('Once upon a time');

  await chat.stop.click();
  await provider.waitForClose(1);
  await chat.ended('cancelled');
  await expect(chat.answer).toContainText('Once upon a time');
  await expect(chat.answer).toContainText('Stopped.');
  await expect(chat.answer).toContainText(/Ended: the request to the model, [\d.]+ (ms|s)\./);
  await expect(chat.stop).toHaveCount(0);
  await expect(chat.row('tell me everything')).not.toContainText('Running');

  await chat.send('still there?');
  await expect(chat.answer).toContainText('Here I am again.');
  await chat.ended('completed');
  await page.reload();
  await expect(chat.answers.first()).toContainText('Once upon a time');
  await expect(chat.answers.first()).toHaveAttribute('data-status', 'cancelled');
});

test('Esc stops, also before the first token', async ({ page, server, provider }) => {
  provider.setScript([reply.hang()]);
  const chat = await openChat(page, server.url);
  await chat.send('hello');
  await provider.waitForRequest(1);
  await expect(chat.live).toBeVisible();
  await chat.composer.press('Escape');
  await provider.waitForClose(1);
  await chat.ended('cancelled');
});

test('A message sent right after Stop is answered', async ({ provider, chat, feed }) => {
  provider.setScript([feed, 'Of course.']);
  await chat.send('first');
  feed.push('Well');
  await expect(chat.answer).toContainText('Well');
  await chat.stop.click();
  await chat.send('second');
  await expect(chat.answer).toContainText('Of course.');
  await chat.ended('completed');
});

test('Stop ends a command that ignores TERM, with all that it started', async ({
  page,
  server,
  provider,
}) => {
  const mark = `mark-${process.pid}-${Date.now()}`;
  const command = `trap '' TERM; bash -c 'trap "" TERM; : ${mark}; while :; do sleep 0.2; done' & echo st''arted; while :; do sleep 0.2; done # ${mark}`;
  provider.setScript([[reply.text('I run it. '), reply.toolCall('bash', { command })], 'Never sent.']);
  const chat = await openChat(page, server.url);
  await chat.send('run the stubborn one');
  await chat.approval.getByRole('button', { name: 'Allow once' }).click();
  await expect(chat.answer).toContainText('started');
  expect(processesWith(mark).length).toBeGreaterThanOrEqual(2);

  const pressed = Date.now();
  await chat.stop.click();
  await expect.poll(() => processesWith(mark), { timeout: 3000, intervals: [50] }).toEqual([]);
  expect(Date.now() - pressed).toBeLessThan(3000);
  await chat.ended('cancelled');
  await expect(chat.answer).toContainText('Stopped.');
  await expect(chat.answer).toContainText(/Ended: 1 running tool, [\d.]+ (ms|s)\./);
  expect(provider.requests).toHaveLength(1);
});

test('Stop withdraws an approval that nobody answered', async ({ page, server, provider }) => {
  provider.setScript([[reply.toolCall('bash', { command: 'echo hi' })], 'Never sent.']);
  const chat = await openChat(page, server.url);
  await chat.send('say hi');
  await expect(chat.approval).toBeVisible();
  await expect(chat.row('say hi')).toContainText('Waiting for you');
  await chat.stop.click();
  await chat.ended('cancelled');
  await expect(chat.approval).toHaveCount(0);
  await expect(chat.answer).toContainText(/Ended: 1 open approval, [\d.]+ (ms|s)\./);
  expect(provider.requests).toHaveLength(1);
});
