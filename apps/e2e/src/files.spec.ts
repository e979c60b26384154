import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

/** The fields themselves: the buttons that open them have the same names. */
const toAttach = (page: Page) => page.locator('input[type="file"][aria-label="Attach files"]');
const toImport = (page: Page) => page.locator('input[type="file"][aria-label="Import a chat…"]');

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('Files go with a message, are there after a reload, and come back from an export with the chat', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript(['I have read it.', 'Still here.']);
  const chat = await openChat(page, server.url);
  const waiting = page.getByRole('list', { name: 'Files' });
  await toAttach(page).setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a hidden treasure') },
    { name: 'dot.png', mimeType: 'image/png', buffer: png },
    { name: 'spare.txt', mimeType: 'text/plain', buffer: Buffer.from('not this one') },
  ]);
  await expect(waiting.getByRole('listitem')).toHaveCount(3);
  await waiting.getByRole('button', { name: 'Remove spare.txt' }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByLabel('Sending the file…')).toHaveCount(0);
  await chat.send('read these');
  await chat.ended('completed');
  expect(JSON.stringify(provider.requests[0]?.body)).toContain('a hidden treasure');
  expect(JSON.stringify(provider.requests[0]?.body)).not.toContain('not this one');

  const sent = chat.questions.first().getByRole('list', { name: 'Files' });
  const check = async () => {
    await expect(sent.getByRole('link')).toHaveCount(2);
    const picture = sent.getByRole('img', { name: 'dot.png' });
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
  };
  await check();
  await page.reload();
  await check();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sent.getByRole('link', { name: 'notes.txt' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toBe('a hidden treasure');

  const open = async () => {
    await chat.row('read these').hover();
    await page.getByRole('button', { name: 'More for “read these”' }).first().click();
  };
  await open();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as JSON', exact: true }).click(),
  ]);
  await open();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(chat.row('read these')).toHaveCount(0);

  await toImport(page).setInputFiles(await saved.path());
  await expect(chat.row('read these')).toBeVisible();
  await expect(chat.answer).toContainText('I have read it.');
  await check();
  await chat.send('and now?');
  await expect(chat.answer).toContainText('Still here.');
});

test('What cannot be attached, and what is no chat, is refused in words', async ({ page, demo }) => {
  await openChat(page, demo.url);
  await toAttach(page).setInputFiles({
    name: 'a.exe',
    mimeType: 'image/png',
    buffer: Buffer.from([77, 90, 0, 0, 1]),
  });
  const note = page.getByText(/a\.exe was not attached: Only images, text, code, PDF and DOCX files/);
  await expect(note).toBeVisible();
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 800 });
  // On a phone it covers nothing that is written.
  const [noteBox, field] = [await note.boundingBox(), await page.locator('form textarea').boundingBox()];
  expect((noteBox?.y ?? 800) + (noteBox?.height ?? 0)).toBeLessThan(field?.y ?? 0);
  await page.setViewportSize(wide);
  await expect(page.getByRole('list', { name: 'Files' })).toHaveCount(0);
  const take = (text: string) =>
    toImport(page).setInputFiles({
      name: 'chat.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  await take('no JSON');
  await expect(page.getByText('That file is no JSON export of a chat.')).toBeVisible();
});
