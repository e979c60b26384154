import { openChat, patiently } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

/** Width and height of a PNG file. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('The page can be installed: a manifest, and icons of the sizes that it says', async ({
  page,
  context,
  demo,
  request,
}) => {
  await openChat(page, demo.url);
  const browser = await context.newCDPSession(page);
  const { errors, url } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const answer = await request.get(url);
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = (await answer.json()) as { icons: Record<'src' | 'sizes' | 'type' | 'purpose', string>[] };
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(demo.url + src);
    expect(icon.headers()['content-type']).toContain(type);
    if (type === 'image/png') expect(sizeOf(await icon.body())).toBe(sizes);
  }
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
});

test('Where the server cannot be reached a page of our own says so, and comes back by itself', async ({
  page,
  demo,
}) => {
  await openChat(page, demo.url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  await demo.kill('SIGKILL');
  await page.goto(demo.url);
  await expect(page.getByRole('heading', { name: 'Slipstream cannot be reached' })).toBeVisible();
  await expect(page.getByText('tries again every 5 seconds')).toBeVisible();
  await demo.start();
  await patiently(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
});

test('A device without a network is told, what is sent waits, and goes when it is back', async ({
  page,
  context,
  server,
  provider,
}) => {
  provider.setScript(['Here again.']);
  const chat = await openChat(page, server.url);
  await context.setOffline(true);
  await expect(page.locator('[data-connection="offline"]')).toContainText('What you send waits here.');
  await chat.send('are you there?');
  await expect(page.locator('[data-pending="sending"]')).toBeVisible();
  await context.setOffline(false);
  await expect(chat.answer).toContainText('Here again.');
  await chat.ended('completed');
  await expect(page.locator('[data-connection]')).toHaveCount(0);
});
