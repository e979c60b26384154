// What an answer looks like while it comes: nothing flickers, nothing jumps, half of something is shown as what it
// becomes.
import { createFeed } from './feed.ts';
import { expect, test } from './fixtures.ts';

test('Half-open code and tables are code and tables at once, and what stands is never made anew', async ({
  page,
  chat,
  feed,
}) => {
  await chat.send('show me');
  feed.push('# First\n\nA paragraph with **strong');
  await expect(chat.answer.locator('strong')).toHaveText('strong');
  feed.push(' words** in it.\n\n```ts\nconst half = 1;\n');
  const code = chat.answer.locator('pre code');
  await expect(code).toHaveText(/const half = 1;/);
  await expect(chat.answer).not.toContainText('```');
  // Marks what is finished: an element that is made anew has no mark.
  const finished = [chat.answer.locator('h1'), chat.answer.getByText('A paragraph with')];
  for (const each of finished) await each.evaluate((element) => Object.assign(element, { seen: true }));
  feed.push('const whole = 2;\n```\n\n| bird | colour |\n|---|---|\n| heron | gr');
  await expect(chat.answer.getByRole('cell')).toHaveText(['heron', 'gr']);
  const rest = Array.from({ length: 40 }, (_, n) => `\n\nParagraph ${n}.`);
  feed.push('ey |', ...rest, '\n\n1. one\n2. two');
  await expect(chat.answer.getByRole('listitem')).toHaveText(['one', 'two']);
  await expect(code.locator('span').filter({ hasText: 'const' }).first()).toBeVisible();
  feed.end();
  await chat.ended('completed');
  for (const each of finished)
    expect(await each.evaluate((element) => Reflect.get(element, 'seen'))).toBe(true);
  await expect(page.locator('article [data-plain]')).toHaveCount(0);
});

test('The end is followed while an answer comes, until somebody scrolls up; then nothing moves', async ({
  page,
  chat,
  feed,
}) => {
  const box = page.locator('[data-scroller]');
  const fromEnd = () =>
    box.evaluate((each) => Math.round(each.scrollHeight - each.scrollTop - each.clientHeight));
  await chat.send('tell me');
  for (let round = 0; round < 6; round += 1) {
    for (let line = 0; line < 10; line += 1) feed.push(`Line ${round * 10 + line}.\n\n`);
    await expect(chat.answer).toContainText(`Line ${round * 10 + 9}.`);
    await expect.poll(fromEnd).toBeLessThan(2);
  }
  await box.hover();
  await page.mouse.wheel(0, -600);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  const line = page.getByText('Line 40.', { exact: true });
  const top = async () => Math.round((await line.boundingBox())?.y ?? Number.NaN);
  let last = await top();
  await expect
    .poll(async () => {
      const [before, now] = [last, await top()];
      last = now;
      return before === now;
    })
    .toBe(true);
  for (let n = 60; n < 90; n += 1) feed.push(`Line ${n}.\n\n`);
  await expect(chat.answer).toContainText('Line 89.');
  expect(await top()).toBe(last);
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  feed.push('The last line.');
  await expect(page.getByText('The last line.')).toBeInViewport();
  feed.end();
  await chat.ended('completed');
  await expect.poll(fromEnd).toBeLessThan(2);
});

test('The text is at most 46rem wide, and a wide table scrolls in itself', async ({
  page,
  chat,
  provider,
}) => {
  const cells = Array.from({ length: 12 }, (_, n) => `column-${n}-that-does-not-break`);
  const row = `| ${cells.join(' | ')} |`;
  provider.setScript([`${'Some words. '.repeat(60)}\n\n${row}\n|${'---|'.repeat(12)}\n${row}\n`]);
  await chat.send('a table');
  await chat.ended('completed');
  const paragraph = await chat.answer.locator('p').first().boundingBox();
  expect(paragraph?.width).toBeGreaterThan(500);
  expect(paragraph?.width).toBeLessThanOrEqual(46 * 16);
  const scrolled = await chat.answer.locator('table').evaluate((table) => {
    let box: Element | null = table;
    while (box && getComputedStyle(box).overflowX !== 'auto') box = box.parentElement;
    if (!box?.closest('article')) return 0;
    box.scrollTo(300, 0);
    return box.scrollLeft;
  });
  expect(scrolled).toBe(300);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`While it works the mark ${reducedMotion === 'reduce' ? 'stands still for who wishes less motion' : 'moves'}`, async ({
    page,
    chat,
    provider,
  }) => {
    const feed = createFeed();
    provider.setScript([feed]);
    await page.emulateMedia({ reducedMotion });
    await chat.send('go');
    feed.push('Well');
    await expect(chat.answer).toContainText('Well');
    await expect(chat.live.locator('svg').first()).toBeVisible();
    const moving = await page.evaluate(
      () => document.getAnimations().filter((each) => each.playState === 'running').length,
    );
    expect(moving > 0).toBe(reducedMotion === 'no-preference');
  });
