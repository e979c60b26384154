import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { findFaults } from './axe.ts';
import { openChat, patiently } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('The files of the workspace stand beside the chat, with what it changed, and can be named in the message', async ({
  page,
  server,
  provider,
}) => {
  await mkdir(join(server.workspaceDir, 'src'), { recursive: true });
  await writeFile(join(server.workspaceDir, 'src', 'main.ts'), 'const answer = 41;\n');
  await writeFile(join(server.workspaceDir, '.env'), 'KEY=of-nobody\n');
  provider.setScript([
    [reply.toolCall('edit_file', { path: 'src/main.ts', oldText: '41', newText: '42' })],
    [reply.toolCall('write_file', { path: 'src/new.ts', content: 'export {};\n' })],
    'Done.',
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('mend it');
  await expect(chat.approval).toBeVisible();
  await page.getByRole('button', { name: 'Show the side panel' }).click();
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const row = (name: RegExp) => page.getByRole('treeitem', { name });
  await row(/^src/).click();
  await expect(row(/^main\.ts/)).toBeVisible();
  await expect(row(/^main\.ts/)).not.toContainText('changed');

  // What the agent does now is seen without a reload, and what was opened stays open.
  await chat.approval.getByRole('button', { name: 'Allow once' }).click();
  await patiently(row(/^main\.ts/)).toContainText('changed in this chat');
  await patiently(chat.approval).toContainText('new.ts');
  await chat.approval.getByRole('button', { name: 'Allow once' }).click();
  await chat.ended('completed');
  await patiently(row(/^new\.ts/)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'main.ts src edited' }).click();
  const file = page.getByRole('region', { name: 'src/main.ts' });
  await expect(file).toContainText('-const answer = 41;');
  await expect(file).toContainText('+const answer = 42;');
  await file.getByRole('button', { name: 'File', exact: true }).click();
  await expect(file.locator('[data-file-text]')).toHaveText('const answer = 42;');
  expect(await findFaults(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('main.ts');
  await file.getByRole('button', { name: 'Mention in the message' }).click();
  await expect(chat.composer).toHaveValue('@src/main.ts ');
  await expect(chat.composer).toBeFocused();

  await file.getByRole('button', { name: 'Back to all files' }).click();
  await row(/^\.env/).click();
  await expect(page.getByRole('alert')).toContainText('usually hold keys');
});
