// What everybody does without a thought: reading the page in one's own language, copying, looking into the work.
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test.describe('In a browser in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('the page is in Chinese from the first visit', async ({ page, demo }) => {
    await page.goto(demo.url);
    await expect(page.getByText('交给它一个任务，看它怎么做。')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  });
});

test('An answer and the code in it are copied as they were written', async ({ page, server, provider }) => {
  const written = 'Run **this**:\n\n```sh\nnpm test\n```\n';
  provider.setScript([written]);
  await page.addInitScript(() => {
    const copied: string[] = [];
    Object.assign(window, { copied });
    navigator.clipboard.writeText = async (text) => void copied.push(text);
  });
  const chat = await openChat(page, server.url);
  await chat.send('how?');
  await chat.ended('completed');
  const buttons = chat.answer.getByRole('button', { name: 'Copy', exact: true });
  await buttons.first().click();
  await expect(chat.answer.getByRole('button', { name: 'Copied' })).toBeVisible();
  await buttons.last().click();
  const copied = await page.evaluate(() => (window as unknown as { copied: string[] }).copied);
  expect(copied.map((text) => text.trim())).toEqual(['npm test', written.trim()]);
});

test('The work opens and closes without moving the line that was pressed', async ({
  page,
  server,
  provider,
}) => {
  const calls = Array.from({ length: 12 }, (_, n) => reply.toolCall('glob', { pattern: `*.${n}` }));
  provider.setScript([[reply.text('I look around.'), ...calls], 'Nothing is here.']);
  const chat = await openChat(page, server.url);
  await chat.send('what is here?');
  await chat.ended('completed');
  const fold = chat.answer.locator('[data-trace]');
  const line = fold.getByRole('button').first();
  const top = () =>
    line.evaluate(async (element) => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return element.getBoundingClientRect().top;
    });
  const before = await top();
  for (const state of ['open', 'folded']) {
    await line.click();
    await expect(fold).toHaveAttribute('data-trace', state);
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
  }
});
