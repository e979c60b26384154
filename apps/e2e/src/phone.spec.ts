import type { Page } from '@playwright/test';
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const wide = [
  '| a | b | c | d | e | f |',
  '|---|---|---|---|---|---|',
  `| ${Array.from({ length: 6 }, () => 'a-word-that-does-not-break-at-all').join(' | ')} |`,
  '',
  `\`\`\`ts\nconst line = '${'x'.repeat(200)}';\n\`\`\``,
  '',
  `https://example.org/${'path/'.repeat(40)}`,
].join('\n');

/** How much wider than the window anything is that does not scroll by itself. */
function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** A finger, through the browser's own input. */
async function swipe(page: Page, [x, y]: [number, number], [toX, toY]: [number, number]): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    input.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y }]);
  for (let part = 1; part <= 8; part += 1)
    await touch('touchMove', [{ x: x + ((toX - x) * part) / 8, y: y + ((toY - y) * part) / 8 }]);
  await touch('touchEnd', []);
  await input.detach();
}

for (const [name, size] of [
  ['a phone', { width: 390, height: 844 }],
  ['a window at 200 %', { width: 640, height: 450 }],
] as const)
  test.describe(`On ${name}`, () => {
    test.use({ viewport: size, hasTouch: size.width === 390, isMobile: size.width === 390 });

    test('nothing scrolls sideways, the composer stays in sight, and the list is a drawer', async ({
      page,
      server,
      provider,
    }) => {
      provider.setScript([
        wide,
        [reply.toolCall('bash', { command: `echo ${'long '.repeat(80)}` })],
        'Fine.',
      ]);
      const chat = await openChat(page, server.url);
      expect(await overhang(page)).toBe(0);
      await chat.send('show me');
      await chat.ended('completed');
      expect(await overhang(page)).toBe(0);
      await expect(chat.composer).toBeInViewport();
      const mode = await page.getByRole('button', { name: /^Mode:/ }).boundingBox();
      const send = await page.getByRole('button', { name: 'Send', exact: true }).boundingBox();
      expect((mode?.x ?? 0) + (mode?.width ?? 0)).toBeLessThanOrEqual(send?.x ?? 0);
      await chat.send('run it');
      await expect(chat.approval).toBeVisible();
      expect(await overhang(page)).toBe(0);
      await chat.approval.getByRole('button', { name: 'Allow once' }).click();
      await chat.ended('completed');
      await chat.answer.locator('[data-trace]').getByRole('button').first().click();
      expect(await overhang(page)).toBe(0);
      await chat.composer.pressSequentially('/');
      await expect(page.getByRole('listbox')).toBeInViewport();
      expect(await overhang(page)).toBe(0);
      await chat.composer.fill('');

      const opener = page.getByRole('button', { name: 'Show the chats' });
      await opener.click();
      const drawer = page.getByRole('dialog', { name: 'Chats' });
      await expect(drawer.getByRole('link', { name: 'show me' })).toBeVisible();
      expect(await overhang(page)).toBe(0);
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
      await expect(opener).toBeFocused();

      if (size.width === 390) {
        const code = page.locator('pre').first();
        await code.scrollIntoViewIfNeeded();
        const scroller = await code.evaluateHandle((pre) => {
          let box: Element | null = pre;
          while (box && box.scrollWidth <= box.clientWidth) box = box.parentElement;
          box?.scrollTo(200, 0);
          return box;
        });
        const box = await code.boundingBox();
        const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
        await swipe(page, [28, y], [160, y]);
        await expect.poll(() => scroller.evaluate((element) => element?.scrollLeft ?? 0)).toBeLessThan(200);
        await expect(drawer).toHaveCount(0);
        await swipe(page, [6, 120], [200, 130]);
        await expect(drawer.getByRole('link', { name: 'show me' })).toBeVisible();
        await swipe(page, [260, 400], [60, 405]);
        await expect(drawer).toHaveCount(0);
      }
      await opener.click();
      await drawer.getByRole('link', { name: 'New chat' }).click();
      await expect(drawer).toHaveCount(0);
      await expect(page).toHaveURL(`${server.url}/`);
    });
  });

test.describe('On a phone with round corners', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the composer stays above the keyboard and the corners, and the end in sight', async ({
    page,
    context,
    chat,
    provider,
  }) => {
    provider.setScript([Array.from({ length: 60 }, (_, n) => `Line ${n}.`).join('\n\n')]);
    const browser = await context.newCDPSession(page);
    const bottomOf = async () => {
      const form = await page.locator('form').last().boundingBox();
      return (form?.y ?? 0) + (form?.height ?? 0);
    };
    await chat.send('tell me');
    await chat.ended('completed');
    expect(await bottomOf()).toBeLessThanOrEqual(844);
    const insets = { top: 59, bottom: 34, left: 0, right: 0 };
    await browser.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never);
    await expect.poll(bottomOf).toBeLessThanOrEqual(844 - 34);
    const opener = await page.getByRole('button', { name: 'Show the chats' }).boundingBox();
    expect(opener?.y).toBeGreaterThanOrEqual(59);
    await browser.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: {} } as never);

    await chat.composer.focus();
    // The page is made smaller by the keyboard, as its viewport asks.
    await page.setViewportSize({ width: 390, height: 480 });
    await expect.poll(bottomOf).toBeLessThanOrEqual(480);
    await expect(chat.composer).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Line 59.')).toBeInViewport();
  });
});
