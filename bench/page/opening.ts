// Opening a session until its last answer is painted: from its address in a page that nothing is loaded of yet, and from
// the list of a page that is there.
import { type Page, type Spent, spentBy } from './browser.ts';

/** `wall` and `shell` in milliseconds by the clock from the start; `shell`: until something is painted at all. */
export type Opened = Spent & { wall: number; shell: number };

/** The browser's cache is empty where `page` is the first of its context. */
export async function openAddress(page: Page, server: string, path: string, last: string): Promise<Opened> {
  // The same process then has the page, and its counters go on.
  await page.goto(`${server}/favicon.svg`);
  let [wall, shell] = [0, 0];
  const spent = await spentBy(page, async () => {
    await page.goto(`${server}${path}`, { waitUntil: 'commit' });
    wall = await painted(page, last);
    shell = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
  });
  return { ...spent, wall, shell };
}

/** By a press of its row in the list. */
export async function openFromList(page: Page, path: string, last: string): Promise<Opened> {
  // The list may come after the last answer of the chat that is open.
  await page.locator(`a[href="${path}"]`).first().waitFor();
  let wall = 0;
  const spent = await spentBy(page, async () => {
    const begun: number = await page.evaluate((href: string) => {
      const now = performance.now();
      document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click();
      return now;
    }, path);
    wall = (await painted(page, last)) - begun;
  });
  return { ...spent, wall, shell: Number.NaN };
}

/** When the last answer was painted, by the clock of the page. */
function painted(page: Page, last: string): Promise<number> {
  return page.evaluate(
    (text: string) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const articles = document.querySelectorAll('article[data-role="assistant"]');
          const shown =
            articles[articles.length - 1]?.querySelector('.prose strong')?.parentElement?.textContent;
          if (shown?.startsWith(text)) setTimeout(() => resolve(performance.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    last,
  );
}
