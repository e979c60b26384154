// How much script a frame has while an answer comes at 200 tokens a second.
import { openChat } from '../../apps/e2e/src/chat-page.ts';
import { startApp } from './app.ts';
import { openBrowser, type Page, percentile, traced, withSpread } from './browser.ts';
import { answerOf } from './texts.ts';

const tokensPerSecond = 200;
/** About fifteen seconds of it. */
const chars = 18_000;

/** Waits in the page: a look from outside, again and again, would be script in the frames that are measured. */
async function ended(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const turn = document.querySelector('article[data-role="assistant"]');
          if (turn && turn.getAttribute('data-status') !== 'running') resolve();
        };
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          attributeFilter: ['data-status'],
        });
        look();
      }),
  );
}

export async function benchStreaming(rounds: number): Promise<void> {
  const app = await startApp(
    Array.from({ length: rounds }, () => answerOf(chars)),
    tokensPerSecond,
  );
  const seen = { most: [] as number[], p99: [] as number[], task: [] as number[] };
  let over = 0;
  let frames = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const browser = await openBrowser();
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      const chat = await openChat(page, app.server.url);
      await chat.send('tell me');
      await chat.live.first().waitFor();
      const { frames: script, tasks } = await traced(browser, page, () => ended(page));
      await chat.ended('completed');
      seen.most.push(Math.max(...script));
      seen.p99.push(percentile(script, 0.99));
      seen.task.push(Math.max(...tasks));
      over += script.filter((ms) => ms > 16).length;
      frames += script.length;
      await browser.close();
    }
  } finally {
    await app.close();
  }
  console.log(
    `${chars} characters at ${tokensPerSecond} tokens a second, ${rounds} rounds, ${frames} frames:`,
  );
  console.log(
    `script of a frame, processor time: most ${withSpread(seen.most, 1)} ms, p99 ${withSpread(seen.p99, 1)} ms; over 16 ms: ${over} (aim: none); longest task by the clock ${withSpread(seen.task, 1)} ms`,
  );
}
