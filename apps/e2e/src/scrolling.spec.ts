// Where the conversation is while more comes: at the end, or where the reader is.
import type { Page } from '@playwright/test';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';
import { importLongSession } from './long-session.ts';

const long = Array.from({ length: 120 }, (_, n) => `Line ${n + 1} of a long answer.`).join('\n\n');

test('Somebody who reads further up stays there, is told how much is new below, and gets there with one press', async ({
  page,
  context,
  server,
  provider,
}) => {
  provider.setScript([long, 'A second answer.']);
  const chat = await openChat(page, server.url);
  await chat.send('tell me');
  await chat.ended('completed');
  const box = page.getByRole('region', { name: 'Conversation' }).locator('..');
  /** Where a line stands on the screen: what is above may take another room, as long as nothing is seen to move. */
  const line = page.getByText('Line 75 of a long answer.', { exact: true });
  const top = async () => Math.round((await line.boundingBox())?.y ?? Number.NaN);
  const isAtEnd = () =>
    box.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight < 40);
  await expect.poll(isAtEnd).toBe(true);

  await box.hover();
  await page.mouse.wheel(0, -2000);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  let before = await top();
  const isStill = async () => {
    const last = before;
    before = await top();
    return before === last;
  };
  await expect.poll(isStill).toBe(true);
  const other = await openChat(await context.newPage(), server.url, new URL(page.url()).pathname);
  await other.send('and more');
  await expect(other.answer).toContainText('A second answer.');
  const button = page.getByRole('button', { name: '2 new below' });
  await expect(button).toBeVisible();
  expect(await top()).toBe(before);
  await button.click();
  await expect(button).toHaveCount(0);
  await expect.poll(isAtEnd).toBe(true);
  await expect(chat.answer).toBeInViewport();
});

for (const anchors of [true, false])
  test(`Of a long session only what is near is rendered; scrolling up brings all of it, and nothing jumps${anchors ? '' : ', also where the browser holds nothing in place'}`, async ({
    page,
    demo,
  }) => {
    if (!anchors) await page.addInitScript(() => Object.assign(CSS, { supports: () => false }));
    const { sessionId, messages } = await importLongSession(demo.url, { messages: 240, tools: 600 });
    await openChat(page, demo.url, `/s/${sessionId}`);
    const box = page.locator('[data-scroller]');
    const near = page.locator('article[data-role]:not([data-far])');
    await expect(page.getByText('Answer 120:')).toBeInViewport();
    expect(await near.count()).toBeLessThan(25);

    // In steps as a wheel makes them; a jump would be a step in the other direction, or past a whole screen.
    await box.hover();
    const seen = new Set<number>();
    let before = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 1000 && !seen.has(1); n += 1) {
      // On a busy machine a turn of the wheel is seen frames later; two of them in one would pass something by.
      const was = await box.evaluate((element) => element.scrollTop);
      await page.mouse.wheel(0, -300);
      await box.evaluate(
        (element, top) =>
          new Promise<void>((resolve) => {
            const look = (frames: number) => {
              if (element.scrollTop !== top || frames === 0) resolve();
              else requestAnimationFrame(() => look(frames - 1));
            };
            requestAnimationFrame(() => look(30));
          }),
        was,
      );
      const inSight = await numbersInSight(page);
      for (const each of inSight) seen.add(each);
      const first = Math.min(...inSight);
      expect(first).toBeLessThanOrEqual(before);
      before = first;
    }
    expect([...seen].length).toBe(120);
    await expect.poll(() => near.count()).toBeLessThan(60);
    expect(await page.locator('article[data-role]').count()).toBe(messages.length);
  });

const numbersInSight = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[data-scroller]')?.getBoundingClientRect();
    return [...document.querySelectorAll('[data-item]')].flatMap((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      const number = /(?:Question|Answer) (\d+):/.exec(item.textContent ?? '')?.[1];
      return box && number && bottom > box.top && top < box.bottom ? [Number(number)] : [];
    });
  });

test('A link reaches a message far up, also in the chat that is open, and a chat comes back to where it was read', async ({
  page,
  demo,
}) => {
  const { sessionId, messages } = await importLongSession(demo.url, { messages: 200, tools: 0 });
  const other = await importLongSession(demo.url, { messages: 4, tools: 0 });
  const target = messages[41];
  await openChat(page, demo.url, `/s/${sessionId}#m-${target?.id}`);
  const message = page.locator(`[id="m-${target?.id}"]`);
  await expect(message).toBeInViewport();
  await expect(message.getByText('part 21', { exact: true })).toBeVisible();

  await page.locator(`nav a[href^="/s/${other.sessionId}"]`).click();
  await expect(page.getByText('Answer 2:')).toBeVisible();
  await page.goBack();
  await expect(message).toBeInViewport();

  const second = messages[150];
  await page.evaluate((hash) => history.pushState(null, '', hash), `#m-${second?.id}`);
  await expect(page.locator(`[id="m-${second?.id}"]`)).toBeInViewport();
});
