import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { openChat, toChatPage } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const writes = (path: string) => reply.toolCall('write_file', { path, content: 'x' });

test('Always allowed, it is not asked after a restart, and asked again once the rule is removed', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([[writes('src/a.txt')], 'One.', [writes('src/b.txt')], 'Two.', [writes('src/c.txt')]]);
  const chat = await openChat(page, server.url);
  await chat.send('one');
  await chat.approval.getByRole('button', { name: 'Always allow write_file(src/**)' }).click();
  await expect(chat.answer).toContainText('One.');
  await server.kill('SIGKILL');
  await server.start();
  await expect(page.locator('[data-connection]')).toHaveCount(0);
  await chat.send('two');
  await expect(chat.answer).toContainText('Two.');
  expect(existsSync(join(server.workspaceDir, 'src/b.txt'))).toBe(true);

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Permissions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Permissions' });
  await dialog.getByRole('button', { name: 'Remove write_file(src/**)' }).click();
  await expect(dialog).toContainText('Nothing yet.');
  await page.keyboard.press('Escape');
  await chat.send('three');
  await expect(chat.approval).toContainText('src/c.txt');
  expect(existsSync(join(server.workspaceDir, 'src/c.txt'))).toBe(false);
});

test('A question says in Chinese why it is asked, and what holds for the command', async ({
  page,
  server,
  provider,
}) => {
  await page.addInitScript(() => localStorage.setItem('slipstream.language', 'zh'));
  provider.setScript([[reply.toolCall('bash', { command: 'npm test' })], 'Done.']);
  await page.goto(server.url);
  const chat = toChatPage(page, 'zh');
  await chat.send('test');
  await expect(chat.approval).toContainText('它会运行一条命令。');
  await expect(chat.approval).toContainText('最多运行 120 秒。');
  await expect(chat.approval).not.toContainText('It runs');
});
