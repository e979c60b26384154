// Every state of the page, one after another, looked at by axe: contrast, names, roles, and targets of 24 pixels.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Gallery, openGallery, showEach } from './pictures/gallery.ts';

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await openGallery();
});
test.afterAll(() => gallery.close());

async function faults(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
}

for (const theme of ['light', 'dark'] as const)
  for (const width of [1440, 390] as const)
    test(`Axe finds nothing in any state (${theme}, ${width})`, async ({ page }) => {
      test.setTimeout(400_000);
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      const found: string[] = [];
      await showEach(
        page,
        gallery,
        { language: width === 390 ? 'zh' : 'en', width, theme },
        async (state) => {
          for (const fault of await faults(page)) found.push(`${state}: ${fault}`);
          const overhang = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          if (overhang > 0) found.push(`${state}: ${overhang} px too wide`);
        },
      );
      expect(found).toEqual([]);
    });
