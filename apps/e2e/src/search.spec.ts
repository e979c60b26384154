import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('A search finds words, Chinese and the work behind an answer, and leads there', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([
    'Lisbon is warm.',
    '今天上海下雨。',
    [reply.toolCall('list_directory', { path: '.' })],
    'The folder is empty.',
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('where to go?');
  await chat.ended('completed');
  await chat.send('天气怎么样');
  await expect(chat.answer).toContainText('上海');
  await chat.ended('completed');
  await page.getByRole('link', { name: 'New chat' }).click();
  await chat.send('look around');
  await expect(chat.answer).toContainText('The folder is empty.');
  await chat.ended('completed');

  const field = page.getByRole('searchbox', { name: 'Search chats' });
  const found = page.getByRole('navigation', { name: 'Chats' }).getByRole('listitem');
  await field.fill('雨');
  await expect(found).toHaveCount(1);
  await expect(found.locator('mark')).toHaveText('雨');
  await field.fill('LISB');
  await expect(found).toContainText(['Lisbon is warm.']);
  await found.getByRole('link').click();
  await expect(chat.answers.first()).toContainText('Lisbon is warm.');
  await expect(chat.answers.first()).toBeInViewport();
  await field.fill('"*NEAR(');
  await expect(page.getByText('0 places found')).toBeVisible();
});
