// A session of 2,000 messages and 5,000 tool calls: how long until its end is on the page, and what scrolling costs.
import { importLongSession } from '../../apps/e2e/src/long-session.ts';
import { startApp } from './app.ts';
import { median, openBrowser, type Page, traced, withSpread } from './browser.ts';

const messages = 2000;
const tools = 5000;

/** Milliseconds from the start of the navigation until the last answer was painted. */
async function open(page: Page, url: string, last: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
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

/** To the beginning, in steps as a wheel makes them, while older messages come; and back to the end. */
async function scroll(page: Page): Promise<number> {
  return page.evaluate(async (wanted: number) => {
    const box = document.querySelector<HTMLElement>('[data-scroller]');
    if (!box) throw new Error('There is no conversation.');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const count = () => document.querySelectorAll('article[data-role]').length;
    for (let n = 0; n < 20_000 && (count() < wanted || box.scrollTop > 0); n += 1) {
      box.scrollTop -= 600;
      await frame();
    }
    while (box.scrollHeight - box.scrollTop - box.clientHeight > 4) {
      box.scrollTop += 900;
      await frame();
    }
    return count();
  }, messages);
}

export async function benchSession(rounds: number): Promise<void> {
  const app = await startApp();
  const long = await importLongSession(app.server.url, { messages, tools });
  const short = await importLongSession(app.server.url, { messages: 10, tools: 25 });
  const opened = { long: [] as number[], short: [] as number[] };
  const longest = { opening: [] as number[], scrolling: [] as number[], scrollingCpu: [] as number[] };
  let over = 0;
  let nodes = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await openBrowser();
      for (const kind of ['short', 'long'] as const) {
        const { sessionId } = kind === 'long' ? long : short;
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        const url = `${app.server.url}/s/${sessionId}`;
        const last = `Answer ${(kind === 'long' ? messages : 10) / 2}:`;
        const opening = await traced(browser, page, async () =>
          opened[kind].push(await open(page, url, last)),
        );
        if (kind === 'long') {
          longest.opening.push(Math.max(...opening.tasks));
          const scrolling = await traced(browser, page, async () => {
            const shown = await scroll(page);
            if (shown < messages) throw new Error(`Only ${shown} messages came.`);
          });
          longest.scrolling.push(Math.max(...scrolling.tasks));
          longest.scrollingCpu.push(Math.max(...scrolling.taskCpu));
          over += scrolling.tasks.filter((ms) => ms > 50).length;
          nodes = await page.evaluate(() => document.querySelectorAll('*').length);
        }
        await page.close();
      }
      await browser.close();
    }
  } finally {
    await app.close();
  }
  console.log(
    `Opening, from navigation to the last answer painted, ms, ${rounds} rounds, a fresh browser each:`,
  );
  console.log(`  10 messages, 25 tool calls: ${withSpread(opened.short)}`);
  console.log(`  2,000 messages, 5,000 tool calls: ${withSpread(opened.long)} (aim: under 1,000)`);
  console.log(
    `  ratio ${(median(opened.long) / median(opened.short)).toFixed(2)}; longest task ${withSpread(longest.opening)}`,
  );
  console.log(
    `Scrolling to the beginning and back: longest task ${withSpread(longest.scrolling, 1)} ms, in processor time ${withSpread(longest.scrollingCpu, 1)} ms; over 50 ms: ${over} (aim: none); ${nodes} elements afterwards`,
  );
}
