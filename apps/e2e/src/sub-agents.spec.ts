import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, textOf } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const definition = `---
name: scout
description: Looks ahead.
spawns: true
---

You look ahead.
`;

const task = (agent: string, description: string, prompt: string) =>
  reply.toolCall('task', { agent, description, prompt });

test('Sub-agents stand nested in the trace, live, after the end and after a reload; a card of theirs is answered at the root', async ({
  page,
  server,
  provider,
}) => {
  await mkdir(join(server.workspaceDir, 'agents'), { recursive: true });
  await writeFile(join(server.workspaceDir, 'agents', 'scout.md'), definition);
  // Each agent is known by what it was asked, and by whether it has its tool's answer.
  provider.setScript(({ body }) => {
    const asked = textOf(body.messages.find(({ role }) => role === 'user')?.content);
    const answered = body.messages.some(({ role }) => role === 'tool');
    if (asked.includes('Write it down.'))
      return answered ? 'I wrote it.' : [reply.toolCall('write_file', { path: 'note.txt', content: 'seen' })];
    if (asked.includes('Scout the land.'))
      return answered
        ? 'The land is wide.'
        : [reply.text('I ask a clerk.'), task('general', 'Write a note', 'Write it down.')];
    return answered ? 'All is known now.' : [task('scout', 'See what is ahead', 'Scout the land.')];
  });
  const chat = await openChat(page, server.url);
  await chat.send('what is ahead?');
  await expect(chat.approval).toContainText('note.txt');
  await page.reload();
  await chat.approval.getByRole('button', { name: 'Allow once' }).click();
  await chat.ended('completed');
  await expect(chat.answer).toContainText('All is known now.');

  const fold = chat.answer.locator('[data-trace]');
  const check = async () => {
    await expect(fold).toHaveText(/3 tools · 2 sub-agents · ~?[\d.,k]+ tokens$/);
    await fold.getByRole('button').first().click();
    await fold.getByRole('button', { name: /scout: See what is ahead/ }).click();
    const scout = fold.getByRole('region', { name: 'Sub-agent scout' });
    await expect(scout).toContainText('I ask a clerk.');
    await expect(scout).toContainText('done');
    await scout.getByRole('button', { name: /general: Write a note/ }).click();
    const clerk = scout.getByRole('region', { name: 'Sub-agent general' });
    await expect(clerk).toContainText('Wrote note.txt');
    await expect(clerk).toContainText('I wrote it.');
  };
  await check();
  await page.reload();
  await check();
});

test('The demo model shows two sub-agents at once', async ({ page, demo }) => {
  const chat = await openChat(page, demo.url);
  await chat.send('let two sub-agents look around');
  await chat.ended('completed');
  await expect(chat.answer).toContainText('This is what they say:');
  await expect(chat.answer.locator('[data-trace]')).toHaveText(/2 sub-agents/);
});

test('A hanging sub-agent is stopped from the trace', async ({ page, server, provider }) => {
  provider.setScript(({ body }) => {
    const asked = textOf(body.messages.find(({ role }) => role === 'user')?.content);
    if (asked.includes('Never end.')) return [reply.text('On and on'), reply.hang()];
    const answered = body.messages.find(({ role }) => role === 'tool');
    return answered
      ? `Then without it: ${textOf(answered.content)}`
      : [task('general', 'Hang', 'Never end.')];
  });
  const chat = await openChat(page, server.url);
  await chat.send('hang');
  await chat.answer.getByRole('button', { name: /general: Hang/ }).click();
  await chat.answer.getByRole('button', { name: 'Stop general' }).click();
  await chat.ended('completed');
  await expect(chat.answer).toContainText('Then without it: The user stopped this agent.');
});
