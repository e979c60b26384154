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
      await opener.click();
      await drawer.getByRole('link', { name: 'New chat' }).click();
      await expect(drawer).toHaveCount(0);
      await expect(page).toHaveURL(`${server.url}/`);
    });
  });
