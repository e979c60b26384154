import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { findFaults } from './axe.ts';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

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
    expect(await findFaults(page)).toEqual([]);

    await chat.send('take notes');
    await expect(chat.approval).toBeVisible();
    expect(await findFaults(page)).toEqual([]);

    await chat.approval.getByRole('button', { name: 'Allow once' }).press('Enter');
    await chat.ended('completed');
    await chat.answer.locator('[data-trace]').getByRole('button').first().press('Enter');
    expect(await findFaults(page)).toEqual([]);
  });

for (const colorScheme of ['light', 'dark'] as const)
  test(`So they can with questions, plans, formulas and undoing (${colorScheme})`, async ({
    page,
    server,
    provider,
  }) => {
    await page.emulateMedia({ colorScheme });
    provider.setScript([
      [reply.toolCall('ask_user', { question: 'Which **one**?', choices: ['a', 'b'], multiple: true })],
      [reply.toolCall('write_file', { path: 'a.txt', content: 'a\n' })],
      'The area is \\(\\pi r^2\\), and\n\n\\[\\int_0^1 x\\]',
      [reply.toolCall('plan_ready', { plan: '# Plan\n\n1. One' })],
    ]);
    const chat = await openChat(page, server.url);
    await chat.send('go');
    const question = page.locator('[data-question]');
    await question.getByRole('button', { name: 'a', exact: true }).click();
    expect(await findFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Send the answer' }).click();
    await chat.approval.getByRole('button', { name: 'Allow once' }).click();
    await expect(chat.answer.locator('.katex')).toHaveCount(2);
    await chat.answer.locator('[data-trace]').getByRole('button').first().click();
    await expect(page.locator('[data-change="undoable"]')).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo all changes' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Mode:/ }).click();
    await page.getByRole('menuitemradio', { name: /^Plan/ }).click();
    await chat.send('plan');
    await expect(page.locator('[data-plan]')).toBeVisible();
    await page.getByRole('button', { name: 'Keep planning' }).click();
    expect(await findFaults(page)).toEqual([]);
  });
