import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`A screen reader and a keyboard can use every state of the page (${colorScheme})`, async ({
    page,
    server,
    provider,
  }) => {
    await page.emulateMedia({ colorScheme });
    await mkdir(server.workspaceDir, { recursive: true });
    await writeFile(join(server.workspaceDir, 'notes.md'), '# Notes\n');
    provider.setScript([
      [reply.reasoning('First I read.'), reply.toolCall('read_file', { path: 'notes.md' })],
      [reply.toolCall('write_file', { path: 'notes.md', content: '# More notes\n' })],
      'Done: see `notes.md`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst answer = 42;\n```\n',
    ]);
    const chat = await openChat(page, server.url);
    expect(await faults(page)).toEqual([]);

    await chat.send('take notes');
    await expect(chat.approval).toBeVisible();
    expect(await faults(page)).toEqual([]);

    await chat.approval.getByRole('button', { name: 'Allow once' }).press('Enter');
    await chat.ended('completed');
    await chat.answer.locator('[data-trace]').getByRole('button').first().press('Enter');
    expect(await faults(page)).toEqual([]);
  });
