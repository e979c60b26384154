import { wireReply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';
import { toProvider } from './settings.ts';

/** A word every 100 ms, so that the server has seconds of text when it is killed. */
const slowWords = Array.from({ length: 100 }, (_, index) => [
  wireReply.paced(`word${index} `, 100),
  wireReply.delay(100),
]).flat();

test('A killed server comes back with the page open: the turn is interrupted, its text is kept, and one can go on', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([slowWords, 'I am back.']);
  const chat = await openChat(page, server.url);
  await chat.send('count for me');
  await expect(chat.answer).toContainText('word25');

  await server.kill('SIGKILL');
  await expect(page.getByText('Connection lost').first()).toBeVisible();
  await expect(chat.answer).toContainText('word25');

  await server.start();
  await expect(page.locator('[data-connection]')).toHaveCount(0);
  await chat.ended('interrupted');
  // At most the last second may be missing.
  await expect(chat.answer).toContainText(
    'word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10',
  );
  await expect(chat.live).toHaveCount(0);
  await expect(chat.row('count for me')).not.toContainText('Running');

  await chat.send('are you there?');
  await expect(chat.answer).toContainText('I am back.');
  await chat.ended('completed');
});

test('A message sent while the server is away is delivered once when it is back', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript(['Hello.', 'Got it.']);
  const chat = await openChat(page, server.url);
  await chat.send('hello');
  await chat.ended('completed');
  await server.kill('SIGKILL');
  await expect(page.locator('[data-connection]')).toBeVisible();
  await chat.send('into the void');
  await expect(page.locator('[data-pending="sending"]')).toContainText('into the void');

  await page.reload({ waitUntil: 'commit' }).catch(() => {}); // Nobody answers; the page is gone.
  await server.start();
  await page.goto(`${server.url}`);
  await chat.row('hello').click();
  await expect(chat.answer).toContainText('Got it.');
  await expect(page.getByText('into the void')).toHaveCount(1);
  expect(provider.requests.map((request) => request.lastUserText)).toEqual(['hello', 'into the void']);
});

test('A server that is asked to stop ends what runs, and exits', async ({ page, serve, provider }) => {
  const server = await serve({ env: { ...toProvider(provider), SHUTDOWN_GRACE_MS: '0' } });
  provider.setScript([slowWords]);
  const chat = await openChat(page, server.url);
  await chat.send('count for me');
  await expect(chat.answer).toContainText('word3');
  await server.kill('SIGTERM');
  await provider.waitForClose(1);
  await server.start();
  await chat.ended('interrupted');
  await expect(chat.answer).toContainText('word3');
});

test('What waits is there after a restart, waits for a word, and runs in order', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([slowWords, 'Second.', 'Third.']);
  const chat = await openChat(page, server.url);
  await chat.send('one');
  await expect(chat.answer).toContainText('word3');
  await chat.send('two');
  await chat.send('three');
  const queue = page.getByRole('region', { name: 'Queued messages' });
  await expect(queue.getByRole('listitem')).toHaveText(['Next:two', 'Then:three']);

  await server.kill('SIGKILL');
  await server.start();
  await expect(page.locator('[data-connection]')).toHaveCount(0);
  await chat.ended('interrupted');
  await expect(queue.getByRole('listitem')).toHaveText(['Next:two', 'Then:three']);
  await queue.getByRole('button', { name: 'Change: two' }).click();
  await queue.getByRole('textbox').fill('two, better');
  await queue.getByRole('textbox').press('Enter');
  await page.reload();
  await expect(queue.getByRole('listitem')).toHaveText(['Next:two, better', 'Then:three']);
  await queue.getByRole('button', { name: 'Run now' }).click();
  await expect(chat.answer).toContainText('Third.');
  await chat.ended('completed');
  await expect(queue).toHaveCount(0);
  await expect(chat.questions).toHaveText([/one/, /two, better/, /three/]);
  await expect(chat.answers).toHaveCount(3);
});
