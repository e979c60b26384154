// The timeline of a turn in the panel at the right: what its time was spent on, and what was in each call.
import { reply, wireReply } from '@slipstream/testkit/provider';
import { findFaults } from './axe.ts';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('A turn opens from its line into a timeline that tells waits apart, filters, finds and copies', async ({
  page,
  context,
  server,
  provider,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  provider.setScript([
    wireReply.httpError(500),
    [
      reply.text('First I look.'),
      reply.toolCall('read_file', { path: 'missing.txt' }),
      reply.toolCall('write_file', { path: 'poem.txt', content: 'An old silent pond' }),
    ],
    [reply.text('Written.'), reply.usage(4321, 87)],
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('write a poem');
  await chat.approval.getByRole('button', { name: 'Allow once' }).click();
  await chat.ended('completed');

  await chat.answer.getByRole('button', { name: 'Inspect this turn' }).click();
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  const rows = panel.locator('[data-row]');
  await expect(rows).toHaveCount(4);
  await expect(panel.getByText('Waiting for approval')).toBeVisible();
  await expect(panel.getByText('Waiting to try again')).toBeVisible();
  await expect(rows.nth(0).locator('[data-spent="retry"]')).toHaveCount(1);
  await expect(rows.nth(2).locator('[data-spent="approval"]')).toHaveCount(1);

  await panel.getByRole('button', { name: 'Failed', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await panel.getByRole('button', { name: 'All', exact: true }).click();
  await panel.getByRole('searchbox').fill('silent pond');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button').first().press('Enter');
  await expect(panel.locator('[data-row-details]')).toContainText('poem.txt');
  await panel.getByRole('searchbox').fill('');

  await rows.nth(0).getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1).getByRole('button').first()).toBeFocused();

  await panel.getByRole('button', { name: 'Copy as JSON' }).click();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied.entries.map((entry: { kind: string }) => entry.kind)).toContain('approval');

  await rows.nth(3).getByRole('button').first().click();
  await expect(rows.nth(3).locator('[data-row-details]')).toContainText('4,321');
  await rows.nth(0).getByRole('button').first().click();
  await panel.getByRole('button', { name: 'What this call was sent' }).click();
  await expect(panel.locator('[data-prompt-part]').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await panel.getByRole('button', { name: 'Files', exact: true }).click();
  await expect(panel.getByText('poem.txt').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = page.getByRole('dialog', { name: 'Side panel' });
  await sheet.getByRole('button', { name: 'Timeline', exact: true }).click();
  await expect(sheet.locator('[data-row]')).toHaveCount(4);
  const box = await sheet.boundingBox();
  expect(box?.width).toBeGreaterThan(380);
});
