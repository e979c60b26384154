// A session of 2,000 messages and 5,000 tool calls: how long until its end is on the page, and what scrolling costs.
import { importLongSession } from '../../apps/e2e/src/long-session.ts';
import { startApp } from './app.ts';
import { median, openBrowser, type Page, traced, withSpread } from './browser.ts';
import { type Opened, openAddress, openFromList } from './opening.ts';

const messages = 2000;
const tools = 5000;
const viewport = { width: 1440, height: 900 };

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

const sizes = {
  short: { messages: 10, tools: 25 },
  long: { messages, tools },
};
type Kind = keyof typeof sizes;
const kinds = ['short', 'long'] as const;

export async function benchSession(rounds: number): Promise<void> {
  const app = await startApp();
  const path = {} as Record<Kind, string>;
  for (const kind of kinds)
    path[kind] = `/s/${(await importLongSession(app.server.url, sizes[kind])).sessionId}`;
  const last = (kind: Kind) => `Answer ${sizes[kind].messages / 2}:`;
  const cold: Record<Kind, Opened[]> = { short: [], long: [] };
  const inPage: Record<Kind, Opened[]> = { short: [], long: [] };
  const longest = { opening: [] as number[], scrolling: [] as number[], scrollingCpu: [] as number[] };
  let over = 0;
  let nodes = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await openBrowser();
      for (const kind of kinds) {
        const context = await browser.newContext({ viewport });
        const page = await context.newPage();
        cold[kind].push(await openAddress(page, app.server.url, path[kind], last(kind)));
        const other = kind === 'long' ? 'short' : 'long';
        inPage[other].push(await openFromList(page, path[other], last(other)));
        await context.close();
      }
      const page = await browser.newPage({ viewport });
      const opening = await traced(browser, page, () =>
        openAddress(page, app.server.url, path.long, last('long')),
      );
      longest.opening.push(Math.max(...opening.tasks));
      const scrolling = await traced(browser, page, async () => {
        const shown = await scroll(page);
        if (shown < messages) throw new Error(`Only ${shown} messages came.`);
      });
      longest.scrolling.push(Math.max(...scrolling.tasks));
      longest.scrollingCpu.push(Math.max(...scrolling.taskCpu));
      over += scrolling.tasks.filter((ms) => ms > 50).length;
      nodes = await page.evaluate(() => document.querySelectorAll('*').length);
      await browser.close();
    }
  } finally {
    await app.close();
  }
  console.log(`Until the last answer is painted, ms, ${rounds} rounds:`);
  tell('its address, nothing in the cache', cold);
  tell('from the list of a page that is there', inPage);
  console.log(`Longest task of opening ${withSpread(longest.opening)}`);
  console.log(
    `Scrolling to the beginning and back: longest task ${withSpread(longest.scrolling, 1)} ms, in processor time ${withSpread(longest.scrollingCpu, 1)} ms; over 50 ms: ${over} (aim: none); ${nodes} elements afterwards`,
  );
}

function tell(how: string, opened: Record<Kind, Opened[]>): void {
  const of = (kind: Kind, what: keyof Opened) => opened[kind].map((each) => each[what]);
  const ratio = (what: keyof Opened) => (median(of('long', what)) / median(of('short', what))).toFixed(2);
  console.log(`  ${how}:`);
  for (const kind of kinds) {
    const shell = of(kind, 'shell').some(Number.isNaN)
      ? ''
      : `, first paint ${withSpread(of(kind, 'shell'))}`;
    const aim = kind === 'long' ? ' (aim: under 1,000)' : '';
    console.log(
      `    ${sizes[kind].messages} messages, ${sizes[kind].tools} tool calls: ${withSpread(of(kind, 'wall'))}${aim}${shell}; main thread ${withSpread(of(kind, 'task'))}, of it script ${withSpread(of(kind, 'script'))}, layout and style ${withSpread(opened[kind].map(({ layout, style }) => layout + style))}`,
    );
  }
  console.log(`    ratio ${ratio('wall')}, of the main thread's time ${ratio('task')}`);
}
