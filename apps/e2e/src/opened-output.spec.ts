import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('A long output is there by its beginning, and whole once it is opened; where that fails the page says so', async ({
  page,
  server,
  provider,
}) => {
  await mkdir(server.workspaceDir, { recursive: true });
  const lines = Array.from({ length: 900 }, (_, index) => `colour ${index + 1}`);
  await writeFile(join(server.workspaceDir, 'colours.txt'), `${lines.join('\n')}\n`);
  provider.setScript([
    [reply.toolCall('read_file', { path: 'colours.txt' })],
    [reply.toolCall('read_file', { path: 'no-such-file.txt' })],
    'There are many.',
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('which colours?');
  await chat.ended('completed');

  let refuse = true;
  await page.route('**/part?*', (route) => (refuse ? route.abort() : route.continue()));
  const fold = chat.answer.locator('[data-trace]');
  await fold.getByRole('button').first().click();
  const read = fold.locator('[data-call="ok"]').filter({ hasText: 'Read colours.txt' });
  await read.getByRole('button').first().click();
  await expect(read.getByRole('alert')).toContainText('This is only the beginning');
  await expect(read).toContainText('colour 100');
  await expect(read).not.toContainText('colour 900');
  refuse = false;
  await read.getByRole('button', { name: 'Try again' }).click();
  await expect(read).toContainText('colour 900');
  await expect(read.getByRole('alert')).toHaveCount(0);

  await page.reload();
  await fold.getByRole('button').first().click();
  await read.getByRole('button').first().click();
  await expect(read).toContainText('colour 900');
});
