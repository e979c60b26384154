import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFaults } from './axe.ts';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('Commands are chosen with the keyboard, filtered as one types, and do what they say', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript(['Fine.']);
  const chat = await openChat(page, server.url);
  const list = page.getByRole('listbox');
  await chat.composer.pressSequentially('/');
  await expect(list.getByRole('option')).toHaveText([/^\/plan/, /^\/model/, /^\/clear/, /^\/help/]);
  expect(await findFaults(page)).toEqual([]);
  await chat.composer.press('Escape');
  await expect(list).toHaveCount(0);
  await chat.send('first words');
  await chat.ended('completed');

  await chat.composer.pressSequentially('/pl');
  await expect(list.getByRole('option')).toHaveCount(1);
  await chat.composer.press('Tab');
  await expect(chat.composer).toHaveValue('/plan ');
  await chat.composer.press('Enter');
  await expect(page.getByRole('button', { name: 'Mode: Plan' })).toBeVisible();

  await chat.composer.pressSequentially('/exp');
  await chat.composer.press('Enter');
  await chat.composer.pressSequentially('mark');
  const download = page.waitForEvent('download');
  await chat.composer.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.md$/);

  await chat.composer.pressSequentially('/help');
  await chat.composer.press('Enter');
  const keys = page.getByRole('dialog', { name: 'Keys and commands' });
  await expect(keys).toContainText('Break the line');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(chat.composer).toBeFocused();

  const old = new URL(page.url()).pathname;
  await chat.composer.pressSequentially('/clear');
  await chat.composer.press('Enter');
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(chat.composer).toHaveValue('');
  await expect(page.getByText('Nothing was deleted')).toBeVisible();
  await chat.row('first words').click();
  await expect(page).toHaveURL(server.url + old);
  await expect(chat.composer).toHaveValue('');
  await expect(chat.answer).toContainText('Fine.');
  expect(provider.requests).toHaveLength(1);
});

test('Files of the workspace are found after @, and links out of it are not', async ({
  page,
  server,
  provider,
}) => {
  await mkdir(join(server.workspaceDir, 'src'), { recursive: true });
  await writeFile(join(server.workspaceDir, 'src', 'shipping.js'), 'x');
  await writeFile(join(server.workspaceDir, 'src', 'my notes.md'), 'x');
  await symlink(server.dataDir, join(server.workspaceDir, 'src', 'shipped'));
  provider.setScript(['Looked.']);
  const chat = await openChat(page, server.url);
  await chat.composer.pressSequentially('compare @ship');
  const options = page.getByRole('listbox', { name: 'Files of the workspace' }).getByRole('option');
  await expect(options).toHaveText(['src/shipping.js']);
  await chat.composer.press('Enter');
  await expect(chat.composer).toHaveValue('compare @src/shipping.js ');
  await chat.composer.pressSequentially('和@my n');
  await expect(options).toHaveCount(0);
  await chat.composer.press('Backspace');
  await chat.composer.press('Backspace');
  await options.first().click();
  await expect(chat.composer).toHaveValue('compare @src/shipping.js 和@"src/my notes.md" ');
  await expect(chat.composer).toBeFocused();
  await chat.composer.press('Enter');
  await expect(chat.questions).toContainText('和@"src/my notes.md"');
  await chat.ended('completed');
});

test('The arrow up changes the last message, Esc leaves it, and the focus is never lost', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript(['One.', 'Two.']);
  const chat = await openChat(page, server.url);
  await chat.send('first');
  await chat.ended('completed');
  await chat.composer.press('ArrowUp');
  const field = page.getByRole('textbox', { name: 'Edit and send again' });
  await expect(field).toBeFocused();
  await field.press('Escape');
  await expect(chat.composer).toBeFocused();
  await chat.composer.press('ArrowUp');
  await field.fill('second');
  await field.press('Enter');
  await expect(chat.answer).toContainText('Two.');
  await expect(chat.composer).toBeFocused();
  await chat.ended('completed');
});

test('While a turn runs Esc closes an open list first, and only the next one stops', async ({
  page,
  chat,
  feed,
}) => {
  await chat.send('go');
  feed.push('Half');
  await expect(chat.answer).toContainText('Half');
  await expect(page.getByText(/Enter queues .* sends into this answer .* Esc stops/)).toBeVisible();
  await chat.composer.pressSequentially('/');
  await expect(page.getByRole('listbox')).toBeVisible();
  await chat.composer.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(chat.answer).toHaveAttribute('data-status', 'running');
  await chat.composer.press('Backspace');
  await chat.composer.press('Escape');
  await chat.ended('cancelled');
});

test('An Esc that gives up a word of an input method does not stop the answer', async ({
  page,
  context,
  chat,
  feed,
}) => {
  await chat.send('go');
  feed.push('Half');
  await expect(chat.answer).toContainText('Half');
  await chat.composer.focus();
  const browser = await context.newCDPSession(page);
  await browser.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  const key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 229 };
  await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await browser.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, windowsVirtualKeyCode: 27 });
  await expect(chat.composer).toHaveValue('');
  feed.push(' and the rest.');
  feed.end();
  await chat.ended('completed');
  await expect(chat.answer).toContainText('Half and the rest.');
});

test('Each chat keeps its draft, over a reload too', async ({ page, server, provider }) => {
  provider.setScript(['One.']);
  const chat = await openChat(page, server.url);
  await chat.send('first');
  await chat.ended('completed');
  await chat.composer.fill('half a tho');
  await page.reload();
  await expect(chat.composer).toHaveValue('half a tho');
  await page.getByRole('link', { name: 'New chat' }).first().click();
  await expect(chat.composer).toHaveValue('');
  await chat.composer.fill('another');
  await chat.row('first').click();
  await expect(chat.composer).toHaveValue('half a tho');
  await page.goBack();
  await expect(chat.composer).toHaveValue('another');
});
