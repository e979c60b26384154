import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('What one server wrote another shows to everybody: it is read, searched and opened, and nothing can be changed', async ({
  page,
  serve,
  server,
  provider,
}) => {
  await mkdir(server.workspaceDir, { recursive: true });
  await writeFile(join(server.workspaceDir, 'notes.md'), 'The bird is a kingfisher.\n');
  provider.setScript([[reply.toolCall('read_file', { path: 'notes.md' })], 'It is a **kingfisher**.']);
  const chat = await openChat(page, server.url);
  await chat.send('Which bird is it?');
  await chat.ended('completed');
  const path = new URL(page.url()).pathname;
  await server.kill('SIGTERM');

  const demo = await serve({ env: { READ_ONLY: 'on', DATA_DIR: server.dataDir } });
  const failures: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  // What is shown before the socket has said anything is what the page itself came with.
  const early = await page.context().newPage();
  await early.routeWebSocket(/\/ws$/, () => {});
  await early.goto(demo.url);
  await expect(early.getByRole('heading', { name: 'A look at Slipstream' })).toBeVisible();
  await expect(early.getByRole('textbox')).toHaveCount(0);
  await early.close();
  await page.goto(demo.url);
  await expect(page.getByText('Choose a chat at the left.')).toBeVisible();
  await page.getByRole('link', { name: 'Which bird is it?' }).click();
  await expect(page).toHaveURL(demo.url + path);

  await expect(page.getByRole('complementary', { name: 'A demo to look at.' })).toBeVisible();
  await expect(page.getByText('It is a kingfisher.')).toBeVisible();
  await page.locator('[data-trace]').getByRole('button').first().click();
  await page.getByRole('button', { name: /Read notes\.md/ }).click();
  await expect(page.getByText('The bird is a kingfisher.')).toBeVisible();
  await page.getByRole('button', { name: 'Inspect this turn' }).click();
  await page.locator('[data-row-button]').first().click();
  await expect(page.locator('[data-row-details]')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('kingfisher');
  await expect(page.getByText('2 places found')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('');

  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^More for “Which bird/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Export as Markdown' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.md$/);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  for (const name of ['Edit and send again', 'Answer again', 'What this call was sent'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New chat' })).toHaveCount(0);
  expect(failures).toEqual([]);

  // Whoever leaves the page out gets no further.
  const refused = await page.evaluate(async (sessionId) => {
    const status = (await fetch(`/api/sessions/${sessionId}`, { method: 'DELETE' })).status;
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`);
    const code = await new Promise((resolve) => {
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data);
        const messageId = '00000000-0000-4000-8000-000000000001';
        if (frame.type === 'ready')
          socket.send(JSON.stringify({ type: 'message.send', id: '1', sessionId, messageId, text: 'hi' }));
        if (frame.id === '1') resolve(frame.code);
      };
    });
    socket.close();
    return { status, code };
  }, path.slice('/s/'.length));
  expect(refused).toEqual({ status: 403, code: 'read_only' });
  await page.reload();
  await expect(page.getByText('It is a kingfisher.')).toBeVisible();
  expect(provider.requests).toHaveLength(2);
});
