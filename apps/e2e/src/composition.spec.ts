import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('Enter that chooses a word of an input method sends nothing; the next Enter sends', async ({
  page,
  context,
  demo,
}) => {
  const chat = await openChat(page, demo.url);
  await chat.composer.focus();
  const browser = await context.newCDPSession(page);
  await browser.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 });
  await expect(chat.composer).toHaveValue('nihao');

  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await browser.send('Input.insertText', { text: '你好' });
  await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, windowsVirtualKeyCode: 13 });
  await expect(chat.composer).toHaveValue('你好');
  await expect(chat.questions).toHaveCount(0);

  await chat.composer.press('Shift+Enter');
  await expect(chat.composer).toHaveValue('你好\n');
  await chat.composer.press('Enter');
  await expect(chat.questions).toContainText('你好');
  await chat.ended('completed');
});
