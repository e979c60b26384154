import type { Page } from '@playwright/test';
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { createFeed } from './feed.ts';
import { expect, test } from './fixtures.ts';

/** Notes what would be shown, since a browser without a screen shows nothing; the permission is the browser's own. */
async function noteNotifications(page: Page) {
  await page.addInitScript(() => {
    const shown: string[] = [];
    const asked: string[] = [];
    const Real = window.Notification;
    class Noted {
      static get permission() {
        return asked.length > 0 ? 'granted' : 'default';
      }
      static async requestPermission() {
        asked.push(navigator.userActivation.isActive ? 'by a click' : 'by itself');
        return 'granted';
      }
      constructor(title: string, { body }: NotificationOptions = {}) {
        shown.push(`${title}: ${body}`);
      }
      close() {}
    }
    Object.assign(window, { Notification: Noted, shown, asked, Real });
  });
}

const noted = (page: Page, what: 'shown' | 'asked') =>
  page.evaluate((name) => Reflect.get(window, name) as string[], what);

/** A tab that another one covers: the page is told, as it would be by the browser. */
async function hide(page: Page, hidden: boolean) {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (value ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

test('Notifications are asked for by a click alone, and tell of a hidden chat that waits or is done', async ({
  page,
  server,
  provider,
}) => {
  await noteNotifications(page);
  const feed = createFeed();
  const hidden = Promise.withResolvers<void>();
  async function* asksOnceHidden() {
    await hidden.promise;
    yield reply.toolCall('bash', { command: 'true' });
  }
  provider.setScript([feed, asksOnceHidden(), 'All done.', 'Seen.']);
  const chat = await openChat(page, server.url);
  await chat.send('first task');
  feed.push('Working');
  await expect(chat.answer).toContainText('Working');
  expect(await noted(page, 'asked')).toEqual([]);

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Notify me when the page is hidden' }).click();
  await expect(page.getByText('You hear of it when a chat is done')).toBeVisible();
  expect(await noted(page, 'asked')).toEqual(['by a click']);

  await hide(page, true);
  feed.end();
  await expect.poll(() => noted(page, 'shown')).toEqual(['first task: The answer is there.']);
  await hide(page, false);
  await chat.ended('completed');
  await chat.send('second task');
  await hide(page, true);
  hidden.resolve();
  await expect.poll(async () => (await noted(page, 'shown')).at(-1)).toBe('first task: It waits for you.');
  await hide(page, false);
  await chat.approval.getByRole('button', { name: 'Deny' }).click();
  await chat.ended('completed');
  await chat.send('third task');
  await expect(chat.answer).toContainText('Seen.');
  await chat.ended('completed');
  expect(await noted(page, 'shown')).toHaveLength(2);
});
