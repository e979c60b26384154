// Files as people bring them: from the clipboard, and from their desktop.
import { writeFile } from 'node:fs/promises';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('A picture is pasted and a file is dropped, and both go along', async ({
  page,
  context,
  server,
  provider,
}, testInfo) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  provider.setScript(['I have both.']);
  const chat = await openChat(page, server.url);
  await chat.composer.focus();
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(8, 8);
    canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  });
  await page.keyboard.press('Control+V');
  const waiting = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(waiting).toHaveCount(1);

  const file = testInfo.outputPath('notes.txt');
  await writeFile(file, 'a hidden treasure');
  const box = await chat.composer.boundingBox();
  const input = await context.newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await input.send('Input.dispatchDragEvent', {
      type,
      x: (box?.x ?? 0) + 20,
      y: (box?.y ?? 0) + 10,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  await expect(waiting).toHaveCount(2);
  await expect(waiting.last()).toContainText('notes.txt');
  await expect(page.getByLabel('Sending the file…')).toHaveCount(0);
  await chat.send('look at these');
  await chat.ended('completed');
  expect(JSON.stringify(provider.requests[0]?.body)).toContain('a hidden treasure');
  const picture = chat.questions.getByRole('img');
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(8);
});
