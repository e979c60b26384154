// The list of chats, the tab, and the way back and forward.
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('Chats are pinned, archived and taken back, and the tab tells which one it is and what it does', async ({
  page,
  provider,
  chat,
  feed,
}) => {
  provider.setScript([feed, 'Second.']);
  await chat.send('herons');
  feed.push('A heron');
  await expect(chat.answer).toContainText('A heron');
  await expect(page).toHaveTitle('● herons · Slipstream');
  feed.end();
  await chat.ended('completed');
  await expect(page).toHaveTitle('herons · Slipstream');
  const herons = page.url();
  await page.getByRole('link', { name: 'New chat' }).first().click();
  await chat.send('kingfishers');
  await chat.ended('completed');
  const kingfishers = page.url();

  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(herons);
  await expect(chat.answer).toContainText('A heron');
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(kingfishers);
  await expect(chat.answer).toContainText('Second.');

  const list = page.getByRole('navigation', { name: 'Chats' });
  const titles = list.locator('a[href^="/s/"]');
  await expect(titles).toHaveText([/kingfishers/, /herons/]);
  const choose = async (title: string, entry: string) => {
    await chat.row(title).hover();
    await page
      .getByRole('button', { name: `More for “${title}”` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  await choose('herons', 'Pin');
  await expect(titles).toHaveText([/herons/, /kingfishers/]);
  await expect(list.getByRole('region', { name: 'Pinned' })).toContainText('herons');
  await choose('kingfishers', 'Archive');
  await expect(titles).toHaveText([/herons/]);
  await page.reload();
  await expect(titles).toHaveText([/herons/]);
  const archive = list.getByRole('button', { name: 'Archive', exact: true });
  await archive.click();
  await expect(chat.row('kingfishers')).toBeVisible();
  await choose('kingfishers', 'Take out of the archive');
  await archive.click();
  await expect(list.getByRole('region', { name: 'Today' })).toContainText('kingfishers');
});

test('Language and appearance are switched on the spot, and stay', async ({ page, demo }) => {
  await openChat(page, demo.url);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await expect(page.getByRole('textbox', { name: '消息' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '设置' }).click();
  await page.getByRole('menuitemradio', { name: '深色' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.getByRole('textbox', { name: '消息' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
