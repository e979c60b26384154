// What it costs to show an answer while it streams: ours, streamdown and react-markdown, in turns.
import { type Browser, median, openBrowser, type Spent, spentBy, versionOf, withSpread } from './browser.ts';
import { serveSite } from './site-server.ts';
import { answerOf } from './texts.ts';

/** About four times what a fast model writes between two frames. */
const piece = 64;
const kinds = ['ours', 'streamdown', 'react-markdown'] as const;
const sizes = [12_500, 50_000] as const;

/** react-markdown takes longer than all else together, and no aim is held against it. */
const roundsOf = (kind: (typeof kinds)[number], rounds: number) =>
  kind === 'react-markdown' ? Math.min(rounds, 2) : rounds;

type Stream = { bench: { prepare(): Promise<void>; stream(text: string, piece: number): Promise<number> } };

async function once(browser: Browser, url: string, kind: string, size: number): Promise<Spent> {
  const page = await browser.newPage();
  await page.goto(`${url}?kind=${kind}`);
  await page.waitForFunction('window.bench');
  await page.evaluate(() => (window as unknown as Stream).bench.prepare());
  let shown = 0;
  const spent = await spentBy(page, async () => {
    shown = await page.evaluate(
      ([text, step]: [string, number]) => (window as unknown as Stream).bench.stream(text, step),
      [answerOf(size), piece],
    );
  });
  if (shown < size * 0.7) throw new Error(`${kind} shows only ${shown} of ${size} characters.`);
  await page.close();
  return spent;
}

export async function benchMarkdown(rounds: number): Promise<void> {
  const site = await serveSite();
  const browser = await openBrowser({ unpaced: true });
  const seen = new Map<string, Spent[]>();
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const size of sizes)
        for (const kind of kinds.filter((each) => round < roundsOf(each, rounds))) {
          const key = `${kind} ${size}`;
          seen.set(key, [...(seen.get(key) ?? []), await once(browser, site.url, kind, size)]);
        }
  } finally {
    await browser.close();
    await site.close();
  }
  const tasks = (kind: string, size: number) => (seen.get(`${kind} ${size}`) ?? []).map(({ task }) => task);
  console.log(
    `An answer in pieces of ${piece} characters, one in each frame; processor time of the main thread, ms, ${rounds} rounds (react-markdown ${roundsOf('react-markdown', rounds)})`,
  );
  console.log(`(streamdown ${versionOf('streamdown')}, react-markdown ${versionOf('react-markdown')})`);
  for (const kind of kinds) {
    const [small, large] = sizes.map((size) => tasks(kind, size)) as [number[], number[]];
    const of = (what: keyof Spent) => withSpread((seen.get(`${kind} 50000`) ?? []).map((each) => each[what]));
    console.log(
      `${kind}: 12.5 kB ${withSpread(small)}, 50 kB ${withSpread(large)}, of it script ${of('script')}, layout ${of('layout')}, style ${of('style')}; growth ${(median(large) / median(small)).toFixed(1)} x`,
    );
  }
  const ours = median(tasks('ours', 50_000));
  for (const kind of kinds.slice(1))
    console.log(`ours / ${kind} at 50 kB: ${(ours / median(tasks(kind, 50_000))).toFixed(2)}`);
}
