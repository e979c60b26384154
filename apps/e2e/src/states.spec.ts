// Every state of the page, one after another: axe finds nothing (contrast, names, roles, targets of 24 pixels), and
// nothing is wider than the window.
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

const phone = { width: 390, height: 844 } as const;
const desk = { width: 1440, height: 900 } as const;
const usual = [[phone, 'zh']] as const;
const all = [...usual, [phone, 'en'], [desk, 'en'], [desk, 'zh']] as const;

/** Each takes a minute or two: the others only where they are asked for, with `EVERY_LOOK=1`. */
for (const [size, language] of process.env['EVERY_LOOK'] ? all : usual)
  test(`Axe finds nothing in any state, in either theme (${language}, ${size.width})`, async ({ page }) => {
    test.setTimeout(600_000);
    await page.setViewportSize(size);
    const found: string[] = [];
    await showEach(page, gallery, { width: size.width, language, theme: 'system' }, async (state) => {
      found.push(...(await faultsIn(page, state)));
    });
    expect(found).toEqual([]);
  });
