// What axe finds in a page as it stands. Run in the page itself: the packages around axe open another page for each
// look, which takes ten times as long as looking.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, ContextSpec, RunOptions } from 'axe-core';

type Axe = { run(context: ContextSpec, options: RunOptions): Promise<AxeResults> };

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules that are not as axe has them: on or off by their names. */
export type AxeRules = Record<string, boolean>;

/** One line for each rule that is broken, with the elements that break it; empty where all is well. */
export async function findFaults(page: Page, rules: AxeRules = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    rules: Object.fromEntries(Object.entries(rules).map(([name, enabled]) => [name, { enabled }])),
  };
  return page.evaluate(async (options) => {
    const axe = Reflect.get(window, 'axe') as Axe;
    // What fades in has too little contrast until it is there; colours change with a frame, even where they do not fade.
    const fading = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(fading.map((each) => each.finished));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    // What keeps the focus in an open menu is hidden from readers on purpose.
    const { violations } = await axe.run({ exclude: ['[data-base-ui-focus-guard]'] }, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
  }, options);
}
