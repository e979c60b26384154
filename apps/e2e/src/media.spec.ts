// The page on other media than a screen in its own colours: paper, and the few colours of high contrast.
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const answer = Array.from({ length: 120 }, (_, n) => `Line ${n + 1} of a long answer.`).join('\n\n');

test('A chat is printed whole, without what can only be pressed; high contrast shows only the focus as such', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([answer]);
  const chat = await openChat(page, server.url);
  await chat.send('tell me');
  await chat.ended('completed');
  const scroller = page.locator('[data-scroller]');
  const isCut = () => scroller.evaluate((box) => box.scrollHeight > box.clientHeight + 1);
  expect(await isCut()).toBe(true);

  const scheme = () => page.evaluate(() => getComputedStyle(document.body).colorScheme);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(scheme).toBe('dark');
  await page.emulateMedia({ media: 'print' });
  expect(await scheme()).toBe('light');
  expect(await isCut()).toBe(false);
  await expect(chat.composer).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const last = await page.getByText('Line 120 of a long answer.', { exact: true }).boundingBox();
  expect(last && last.y + last.height).toBeLessThan(height);
  expect(height).toBeGreaterThan(3000);

  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  await chat.composer.focus();
  await page.keyboard.press('Tab');
  const outlined = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, input')]
      .filter((element) => getComputedStyle(element).outlineStyle !== 'none')
      .map((element) => element === document.activeElement),
  );
  expect(outlined).toEqual([true]);
});
