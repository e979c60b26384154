import { openChat } from './chat-page.ts';
import { createFeed } from './feed.ts';
import { expect, test } from './fixtures.ts';

test('Two chats stream at once, and switching between them loses no character', async ({
  page,
  server,
  provider,
}) => {
  const apples = createFeed();
  const pears = createFeed();
  provider.route('apples', [apples]);
  provider.route('pears', [pears]);
  const pieces = (name: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `${name}${from + index} `);
  const all = (name: string, count: number) => pieces(name, 0, count).join('').trim();

  const chat = await openChat(page, server.url);
  await chat.send('count apples');
  apples.push(...pieces('a', 0, 40));
  await expect(chat.answer).toContainText('a39');

  await page.getByRole('link', { name: 'New chat' }).first().click();
  await expect(chat.answers).toHaveCount(0);
  await chat.send('count pears');
  pears.push(...pieces('p', 0, 40));
  await expect(chat.answer).toContainText('p39');
  await expect(chat.row('count apples')).toContainText('Running');
  await expect(chat.row('count pears')).toContainText('Running');

  for (let round = 1; round <= 4; round += 1) {
    const [name, title, other] = round % 2 ? ['a', 'count apples', 'p'] : ['p', 'count pears', 'a'];
    // Both go on while the page is on its way from one to the other.
    apples.push(...pieces('a', round * 40, round * 40 + 20));
    pears.push(...pieces('p', round * 40, round * 40 + 20));
    await chat.row(title).click();
    apples.push(...pieces('a', round * 40 + 20, round * 40 + 40));
    pears.push(...pieces('p', round * 40 + 20, round * 40 + 40));
    await expect(chat.answer).toContainText(all(name, round * 40 + 40));
    await expect(chat.answer).not.toContainText(`${other}0 `);
    await expect(chat.answer).toHaveAttribute('data-status', 'running');
  }

  apples.end();
  await expect(chat.row('count apples')).not.toContainText('Running');
  await expect(chat.row('count pears')).toContainText('Running');
  pears.end();
  await chat.ended('completed');
  await expect(chat.answer).toContainText(all('p', 200));
  await chat.row('count apples').click();
  await expect(chat.answer).toContainText(all('a', 200));
  await expect(chat.answer).toHaveAttribute('data-status', 'completed');
});

test('A message that is sent while a turn runs waits, and runs after it', async ({
  page,
  server,
  provider,
}) => {
  const first = createFeed();
  provider.setScript([first, 'Second answer.']);
  const chat = await openChat(page, server.url);
  await chat.send('one');
  first.push('First answer');
  await expect(chat.answer).toContainText('First answer');
  await chat.send('two');
  await expect(page.getByLabel('Queued messages')).toContainText('two');
  expect(provider.requests).toHaveLength(1);
  first.end();
  await expect(chat.answer).toContainText('Second answer.');
  await expect(chat.answers).toHaveCount(2);
  await expect(page.getByLabel('Queued messages')).toHaveCount(0);
});
