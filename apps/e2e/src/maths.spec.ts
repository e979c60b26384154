// Formulas in an answer, in a real browser under the server's own rules of what may be loaded.
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('Formulas are set with fonts of this server, nothing else is loaded, and a price stays a price', async ({
  page,
  server,
  provider,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(?:ws|data|blob):/.test(request.url()))
      problems.push(request.url());
  });
  const wide = Array.from({ length: 60 }, (_, n) => `x_{${n}}`).join(' + ');
  provider.setScript([
    [
      reply.text(
        'It costs $5 to $6. The area is \\(\\pi ',
        'r^2\\), and\n\n\\[\n\\int_0^1 x^2\\,dx',
        ' = \\frac{1}{3}\n\\]\n\n',
        `$$${wide}$$`,
      ),
    ],
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('maths, please');
  await chat.ended('completed');
  await expect(chat.answer.locator('.katex')).toHaveCount(3);
  await expect(chat.answer).toContainText('It costs $5 to $6.');
  // The fonts and the styles come after the words, once the first formula needs them.
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px KaTeX_Math'))).toBe(true);
  // As high as an integral with its limits, and not as a line of text.
  const integral = chat.answer.locator('.katex-display').first();
  await expect.poll(async () => (await integral.boundingBox())?.height).toBeGreaterThan(35);
  // What is too wide scrolls by itself, and the page does not.
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);
  expect(problems).toEqual([]);
});
