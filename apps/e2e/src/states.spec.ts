// Every state of the page, one after another, in every look: axe finds nothing (contrast, names, roles, targets of
// 24 pixels), and nothing is wider than the window.
import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { type Gallery, openGallery, showEach } from './pictures/gallery.ts';

// The longest of all: each worker takes some of the looks.
test.describe.configure({ mode: 'parallel' });

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await openGallery();
});
test.afterAll(() => gallery.close());

const themes = ['light', 'dark'] as const;

async function faultsIn(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    // A menu floats outside of all landmarks.
    const faults = await findFaults(page, { 'target-size': true, region: !state.startsWith('above-') });
    found.push(...faults.map((fault) => `${state}, ${theme}: ${fault}`));
  }
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overhang > 0 ? [...found, `${state}: ${overhang} px too wide`] : found;
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  for (const language of ['en', 'zh'] as const)
    test(`Axe finds nothing in any state, in either theme (${language}, ${width})`, async ({ page }) => {
      test.setTimeout(600_000);
      await page.setViewportSize({ width, height });
      const found: string[] = [];
      await showEach(page, gallery, { width, language, theme: 'system' }, async (state) => {
        found.push(...(await faultsIn(page, state)));
      });
      expect(found).toEqual([]);
    });
