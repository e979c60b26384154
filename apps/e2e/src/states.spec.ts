// Every state of the page, one after another, looked at by axe: contrast, names, roles, and targets of 24 pixels.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Gallery, openGallery, showEach } from './pictures/gallery.ts';

// The longest of all: each worker takes one of the looks.
test.describe.configure({ mode: 'parallel' });

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await openGallery();
});
test.afterAll(() => gallery.close());

async function faults(page: Page, state: string): Promise<string[]> {
  // What keeps the focus in an open menu is hidden from readers on purpose, and a menu floats outside of all landmarks.
  const open = state.startsWith('above-');
  const axe = new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true }, region: { enabled: !open } } })
    .exclude('[data-base-ui-focus-guard]');
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
}

const phone = { theme: 'dark', width: 390, language: 'zh' } as const;
const desk = { theme: 'light', width: 1440, language: 'en' } as const;
/** Both take minutes: the other one only where it is asked for, with `EVERY_LOOK=1`. */
const looks = process.env['EVERY_LOOK'] ? [phone, desk] : [phone];

for (const look of looks)
  test(`Axe finds nothing in any state (${look.theme}, ${look.width})`, async ({ page }) => {
    test.setTimeout(600_000);
    await page.setViewportSize({ width: look.width, height: look.width === 390 ? 844 : 900 });
    const found: string[] = [];
    await showEach(page, gallery, look, async (state) => {
      for (const fault of await faults(page, state)) found.push(`${state}: ${fault}`);
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overhang > 0) found.push(`${state}: ${overhang} px too wide`);
    });
    expect(found).toEqual([]);
  });
