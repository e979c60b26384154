// Diagrams in answers: drawn when they are whole, as pictures that neither run nor load anything.
import type { Page } from '@playwright/test';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const fence = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\``;

const hostile = [
  fence(
    'flowchart LR\n  A["<img src=\'https://evil.test/label.png\' onerror=\'window.pwned=1\'>words"] --> B\n  click A href "javascript:window.pwned=2"\n  click B call alert()',
  ),
  fence(
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "@import url(https://evil.test/theme.css); .node { background: url(https://evil.test/css.png) }"}}%%\nflowchart TD\n  C["<script>window.pwned=3</script><iframe src=\'https://evil.test/frame\'></iframe>inside"] --> D\n  style D fill:url(https://evil.test/fill.png)',
  ),
  fence(
    'sequenceDiagram\n  link Alice: Docs @ javascript:window.pwned=4\n  Alice->>Bob: <svg onload=window.pwned=5>',
  ),
].join('\n\n');

/** The policy of the page lets nobody read a picture, so it is kept where it is made. */
async function keepPictures(page: Page) {
  await page.addInitScript(() => {
    const pictures: string[] = [];
    const make = URL.createObjectURL;
    Object.assign(window, { pictures });
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) void blob.text().then((text) => pictures.push(text));
      return make.call(URL, blob);
    };
  });
}

test('A diagram is drawn when it is whole; what is none stands as it was written', async ({ chat, feed }) => {
  await chat.send('draw');
  feed.push('Here:\n\n```mermaid\nflowchart LR\n  Start --> Done\n');
  await expect(chat.answer).toContainText('Start --> Done');
  const drawn = chat.answer.getByRole('img', { name: /Diagram:/ });
  await expect(drawn).toHaveCount(0);
  feed.push('```\n\n', '```mermaid\nthis is no diagram\n```\n\nThat was all.');
  feed.end();
  await chat.ended('completed');
  await expect(drawn).toHaveCount(1);
  await expect(drawn).toHaveAttribute('alt', /Start, Done/);
  expect(
    await drawn.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 40)),
  ).toBe(true);
  await expect(chat.answer.getByText('this is no diagram')).toBeVisible();
  await expect(chat.answer.getByText('This is not a diagram that can be drawn.')).toBeVisible();
  await chat.answer.getByRole('button', { name: 'Source' }).click();
  await expect(chat.answer.getByText('Start --> Done')).toBeVisible();
});

test('What is drawn fits, says all of its words and keeps to the policy of the page', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([
    fence('flowchart TD\n  A["List<String>"] --> B{"Is x < 3?"}\n  B --> C\n  style C fill:#f96'),
  ]);
  await keepPictures(page);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const chat = await openChat(page, server.url);
  await chat.send('draw');
  await chat.ended('completed');
  await expect(chat.answer.getByRole('img', { name: /List<String>, Is x < 3\?, C/ })).toBeVisible();
  // Before the picture is read here, which is not for the policy to like.
  expect(said.filter((line) => line.includes('Content Security Policy'))).toEqual([]);
  const gap = await page.evaluate(() => {
    const { pictures } = window as unknown as { pictures: string[] };
    const picture = new DOMParser().parseFromString(pictures[0] ?? '', 'image/svg+xml');
    const numbers = (selector: string, name: string) =>
      (picture.querySelector(selector)?.getAttribute(name) ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
    const [, middle = Number.NaN] = numbers('[id*="flowchart-B"]', 'transform');
    const [, half = Number.NaN] = numbers('[id*="flowchart-B"] polygon', 'transform');
    const [, begin = Number.NaN] = numbers('path[id*="L_B_C"]', 'd');
    return begin - (middle + half);
  });
  expect(Math.abs(gap)).toBeLessThan(1);
});

test('A hostile diagram neither runs nor loads anything', async ({ page, server, provider }) => {
  provider.setScript([hostile]);
  await keepPictures(page);
  const outside: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(server.url).origin) outside.push(request.url());
  });
  const chat = await openChat(page, server.url);
  await chat.send('draw');
  await chat.ended('completed');
  const drawn = chat.answer.getByRole('img', { name: /Diagram:/ });
  await expect(drawn.first()).toBeVisible();
  for (const image of await drawn.all()) await image.click();
  const looked = await page.evaluate(() => {
    const { pictures } = window as unknown as { pictures: string[] };
    // What stands in a picture as words is words; elements, attributes and styles are looked at.
    const faults = pictures.flatMap((picture) => {
      const drawing = new DOMParser().parseFromString(picture, 'image/svg+xml');
      return [...drawing.querySelectorAll('*')].flatMap((element) => [
        ...(/^(script|foreignObject|image|iframe|object|embed|a|parsererror)$/i.test(element.localName)
          ? [element.localName]
          : []),
        ...[...element.attributes]
          .filter(({ name, value }) => /^on/i.test(name) || /evil\.test|javascript:/i.test(value))
          .map(({ name, value }) => `${name}=${value}`),
        ...(element.localName === 'style' && /evil\.test|@import/i.test(element.textContent)
          ? ['style']
          : []),
      ]);
    });
    return { count: pictures.length, faults };
  });
  expect(looked.faults).toEqual([]);
  expect(looked.count).toBeGreaterThan(0);
  expect(outside).toEqual([]);
  expect(await page.evaluate(() => (window as { pwned?: number }).pwned)).toBeUndefined();
  expect(await page.locator('iframe, script[src*="evil"]').count()).toBe(0);
});
