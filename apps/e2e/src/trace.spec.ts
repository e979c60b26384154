import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('The work is folded under the answer, opens in place, and is the same after a reload', async ({
  page,
  server,
  provider,
}) => {
  await mkdir(server.workspaceDir, { recursive: true });
  await writeFile(join(server.workspaceDir, 'colours.txt'), 'kingfisher\nochre\n');
  provider.setScript([
    [
      reply.reasoning('Two things can be looked at together.'),
      reply.text('I look around.'),
      reply.toolCall('list_directory', { path: '.' }),
      reply.toolCall('read_file', { path: 'colours.txt' }),
    ],
    [reply.toolCall('read_file', { path: 'no-such-file.txt' })],
    'The colours are kingfisher and ochre.',
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('which colours?');
  await chat.ended('completed');

  const fold = chat.answer.locator('[data-trace]');
  const check = async () => {
    await expect(fold).toHaveAttribute('data-trace', 'folded');
    await expect(fold).toHaveText(/^Worked .+ · 3 reads · 1 failed · ~?[\d.,k]+ tokens$/);
    await expect(chat.answer).not.toContainText('I look around.');
    await fold.getByRole('button').first().click();
    await expect(fold).toHaveAttribute('data-trace', 'open');
    await expect(fold).toContainText('I look around.');
    await expect(fold.locator('[data-call="ok"]')).toHaveCount(2);
    await expect(fold.locator('[data-call="error"]')).toHaveCount(1);
    const read = fold.locator('[data-call="ok"]').filter({ hasText: 'Read colours.txt' });
    // How long it took stands in its line.
    await expect(read.getByRole('button').first()).toHaveText(/\d+ ?(ms|s)$/);
    await read.getByRole('button').first().click();
    await expect(read).toContainText('Arguments');
    await expect(read).toContainText('ochre');
    await fold.getByRole('button', { name: 'Reasoning' }).first().click();
    await expect(fold).toContainText('Two things can be looked at together.');
  };
  await check();
  await page.reload();
  await check();
  await fold.getByRole('button').first().click();
  await expect(fold).toHaveAttribute('data-trace', 'folded');
  await expect(chat.answer).toContainText('The colours are kingfisher and ochre.');
});

test('While it works a live line says what it does', async ({ page, demo }) => {
  const chat = await openChat(page, demo.url);
  await chat.send('count slowly to 100');
  await expect(chat.live).toContainText('Writing');
  await expect(chat.answer).toContainText('5');
  await chat.stop.click();
  await chat.ended('cancelled');
  await expect(chat.live).toHaveCount(0);
});
