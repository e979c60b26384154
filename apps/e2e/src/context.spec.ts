import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { openChat, patiently } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('Older messages are folded with /compact, shown, and sent whole again after an undo', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript(({ body }) =>
    String(body.messages[0]?.content).startsWith('You fold')
      ? [reply.text('The code is kingfisher.')]
      : [reply.text('Noted.')],
  );
  const chat = await openChat(page, server.url);
  for (const [index, text] of ['the code is kingfisher', 'second', 'third'].entries()) {
    await chat.send(text);
    await patiently(chat.answers).toHaveCount(index + 1);
    await chat.ended('completed');
  }
  await chat.send('/compact');
  const mark = page.getByRole('region', { name: 'Folded messages' });
  await patiently(mark).toContainText('4 messages above were folded into a summary');
  await expect(chat.questions).toHaveCount(3);
  await mark.getByRole('button').first().click();
  await expect(mark).toContainText('The code is kingfisher.');

  await page.reload();
  await patiently(mark).toContainText('4 messages above');
  await chat.send('which code?');
  await patiently(chat.answers).toHaveCount(4);
  await chat.ended('completed');
  expect(provider.requests.at(-1)?.body.messages).toHaveLength(4);

  await mark.getByRole('button').first().click();
  await mark.getByRole('button', { name: 'Send them whole again' }).click();
  await expect(mark).toHaveCount(0);
  await chat.send('and now?');
  await patiently(chat.answers).toHaveCount(5);
  await chat.ended('completed');
  expect(provider.requests.at(-1)?.body.messages).toHaveLength(10);
});

test('What the model is sent can be looked at, and its files edited', async ({ page, server, provider }) => {
  provider.setScript(() => [reply.text('Noted.')]);
  await mkdir(server.workspaceDir, { recursive: true });
  await writeFile(join(server.workspaceDir, 'AGENTS.md'), 'Tests first.');
  const chat = await openChat(page, server.url);
  await chat.send('hello');
  await chat.ended('completed');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Files in every prompt' }).click();
  await page.getByRole('button', { name: 'Edit AGENTS.md' }).click();
  await page.getByRole('textbox', { name: 'AGENTS.md' }).fill('Tests last.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Edit AGENTS.md' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page
    .getByRole('main')
    .getByRole('button', { name: /^More for “/ })
    .click();
  await page.getByRole('menuitem', { name: 'What the model is sent' }).click();
  const dialog = page.getByRole('dialog', { name: 'What the next message is sent with' });
  await dialog.getByRole('button', { name: /^Rules of the workspace/ }).click();
  await expect(dialog).toContainText('Tests last.');
});
