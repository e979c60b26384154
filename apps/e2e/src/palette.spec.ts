import { findFaults } from './axe.ts';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('Everything is found by its name, by the keyboard alone, and the focus comes back', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript(['A heron is grey.', 'A kingfisher is blue.']);
  const chat = await openChat(page, server.url);
  await chat.send('herons');
  await chat.ended('completed');
  await page.keyboard.press('Control+Shift+O');
  await expect(page).toHaveURL(`${server.url}/`);
  await chat.send('kingfishers');
  await chat.ended('completed');

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const options = palette.getByRole('option');
  await expect(options.first()).toHaveText('kingfishers');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(chat.composer).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('heron is gr');
  await expect(options).toHaveText([/A heron is grey\./]);
  await page.keyboard.press('Enter');
  await expect(chat.answer).toContainText('A heron is grey.');
  await expect(page).toHaveURL(/#m-/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('permiss');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Permissions' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('One list shows all keys, and the keys do what it says', async ({ page, demo }) => {
  const chat = await openChat(page, demo.url);
  await chat.composer.blur();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys and commands' });
  await expect(keys).toContainText('Find chats, commands and settings');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue('');
  await chat.composer.press('?');
  await expect(chat.composer).toHaveValue('?');
  const chats = page.getByRole('navigation', { name: 'Chats' });
  await page.keyboard.press('Control+b');
  await expect(chats).toHaveCount(0);
  await page.keyboard.press('Control+b');
  await expect(chats).toBeVisible();
});
