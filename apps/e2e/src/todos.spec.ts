// The list of tasks above the composer: over the end of its turn, a reload, and in two tabs.
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const writes = (...todos: [text: string, status: string][]) =>
  reply.toolCall('todo_write', { todos: todos.map(([text, status]) => ({ text, status })) });

test('The list stays after its turn and a reload, two tabs agree, and a later one that is all done clears it', async ({
  page,
  context,
  server,
  provider,
}) => {
  provider.setScript([
    [writes(['Look around', 'done'], ['Change it', 'pending'])],
    'Half way.',
    [writes(['Look around', 'done'], ['Change it', 'done'])],
    'All done.',
  ]);
  const chat = await openChat(page, server.url);
  const list = page.getByRole('region', { name: 'Tasks' });
  await chat.send('go');
  await chat.ended('completed');
  await expect(list).toContainText('1 of 2 done');
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveText([/Look around/, /Change it/]);

  const other = await context.newPage();
  await openChat(other, server.url, new URL(page.url()).pathname);
  const otherList = other.getByRole('region', { name: 'Tasks' });
  await expect(otherList).toContainText('1 of 2 done');
  await chat.send('go on');
  await expect(chat.answer).toContainText('All done.');
  await expect(list).toHaveCount(0);
  await expect(otherList).toHaveCount(0);
  await page.reload();
  await expect(chat.answer).toContainText('All done.');
  await expect(list).toHaveCount(0);
});
