import type { Locator, Page } from '@playwright/test';
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

/** Presses Tab until the goal has the focus; fails where it never gets it. */
async function tabTo(page: Page, goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let n = 0; n < 60; n += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The focus never came to ${goal}.`);
}

const focusIsSomewhere = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

test('The keyboard alone does everything, and the focus is never lost', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([
    [reply.toolCall('write_file', { path: 'a.txt', content: 'a\n' })],
    'Written.',
    'Again.',
  ]);
  const chat = await openChat(page, server.url);
  await page.keyboard.press('/');
  await expect(chat.composer).toBeFocused();
  await page.keyboard.type('write a file');
  await page.keyboard.press('Enter');
  await expect(chat.approval).toBeVisible();
  await focusIsSomewhere(page);
  await tabTo(page, chat.approval.getByRole('button', { name: 'Allow once' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await chat.ended('completed');
  await focusIsSomewhere(page);

  const trace = chat.answer.locator('[data-trace]').getByRole('button').first();
  await tabTo(page, trace, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(trace).toHaveAttribute('aria-expanded', 'true');
  await tabTo(page, page.getByRole('button', { name: 'Undo all changes' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Undo all changes' })).toBeFocused();

  await tabTo(page, chat.answer.getByRole('button', { name: 'Answer again' }));
  await page.keyboard.press('Enter');
  await expect(chat.answer).toContainText('Again.');
  await chat.ended('completed');
  await focusIsSomewhere(page);
  await tabTo(page, chat.answer.getByRole('button', { name: 'Earlier version' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(chat.answer).toContainText('Written.');
  await expect(chat.answer.getByRole('button', { name: 'Later version' })).toBeFocused();

  const model = page.getByRole('button', { name: /^Model:/ });
  await tabTo(page, model);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(model).toBeFocused();

  const menu = page.locator('header').getByRole('button', { name: /^More for/ });
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await title.fill('A better name');
  await page.keyboard.press('Enter');
  await expect(chat.row('A better name')).toBeVisible();
  await expect(menu).toBeFocused();

  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('This chat was deleted.')).toBeVisible();
  await focusIsSomewhere(page);
});

test('A screen reader hears once that an answer is done, and never its tokens', async ({
  page,
  chat,
  feed,
}) => {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const live = '[aria-live],[role="status"],[role="alert"],[role="log"]';
    new MutationObserver((records) => {
      for (const { target } of records) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
        const words = region?.textContent?.trim();
        if (words && heard.at(-1) !== words) heard.push(words);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await chat.send('count');
  for (const word of ['one ', 'two ', 'three ', 'four.']) {
    feed.push(word);
    await expect(chat.answer).toContainText(word.trim());
  }
  feed.end();
  await chat.ended('completed');
  await expect(page.locator('[data-announcer]')).toHaveText('The answer is complete.');
  const heard = await page.evaluate(() => Reflect.get(window, 'heard') as string[]);
  expect(heard.filter((words) => words === 'The answer is complete.')).toHaveLength(1);
  expect(heard.join(' ')).not.toMatch(/one|two|three|four/);
});
