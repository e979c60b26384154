// How long a key takes to the paint of its letter while three sessions stream, one of them in sight.
import { openChat } from '../../apps/e2e/src/chat-page.ts';
import { startApp } from './app.ts';
import { openBrowser, type Page, percentile, withSpread } from './browser.ts';
import { answerOf } from './texts.ts';

const tokensPerSecond = 200;
const chars = 24_000;
const keys = 80;

type Timings = { keyTimes: number[] };

/** Reads what the browser itself measures from the key to the next paint, in steps of 8 ms. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') times.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

export async function benchTyping(rounds: number): Promise<void> {
  const app = await startApp(
    Array.from({ length: rounds * 3 }, () => answerOf(chars)),
    tokensPerSecond,
  );
  const seen = { p50: [] as number[], p95: [] as number[], most: [] as number[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await openBrowser();
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      // In tabs of their own the others would cost the one in sight nothing: all three are followed by one page.
      const page = await context.newPage();
      const chat = await openChat(page, app.server.url);
      for (let n = 0; n < 3; n += 1) {
        if (n > 0) await page.locator('a[href="/"]').first().click();
        await chat.send(`tell me ${n}`);
        await chat.live.first().waitFor();
      }
      await watchKeys(page);
      await chat.composer.click();
      for (let n = 0; n < keys; n += 1) {
        await page.keyboard.press('abcdefgh'.charAt(n % 8));
        await page.waitForTimeout(60);
      }
      if (!(await chat.live.first().isVisible())) throw new Error('The answer ended before the typing did.');
      const slow: number[] = await page.evaluate(() => (window as unknown as Timings).keyTimes);
      // A key that took less than 16 ms is not told of.
      const times = [...slow, ...Array.from({ length: Math.max(0, keys - slow.length) }, () => 8)];
      seen.p50.push(percentile(times, 0.5));
      seen.p95.push(percentile(times, 0.95));
      seen.most.push(Math.max(...times));
      await browser.close();
    }
  } finally {
    await app.close();
  }
  console.log(
    `${keys} keys while three sessions stream at ${tokensPerSecond} tokens a second, ${rounds} rounds:`,
  );
  console.log(
    `from key to paint: median ${withSpread(seen.p50)} ms, p95 ${withSpread(seen.p95)} ms, most ${withSpread(seen.most)} ms (aim: under 50)`,
  );
}
