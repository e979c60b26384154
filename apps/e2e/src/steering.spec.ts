import { createGate, reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('What is sent with Ctrl+Enter joins the work that runs, and is told with it', async ({
  page,
  server,
  provider,
}) => {
  const gate = createGate();
  provider.setScript([
    [reply.text('I look.'), reply.gate(gate), reply.toolCall('list_directory', { path: '.' })],
    'Done as you said.',
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('look around');
  await expect(chat.answer).toContainText('I look.');
  await chat.composer.fill('also what is hidden');
  await chat.composer.press('Control+Enter');
  await expect(chat.composer).toHaveValue('');
  await expect(page.getByLabel('Queued messages')).toContainText(/Joins now:.*also what is hidden/);
  gate.release();
  await expect(chat.answer).toContainText('Done as you said.');
  await chat.ended('completed');
  await expect(page.getByLabel('Queued messages')).toHaveCount(0);
  expect(JSON.stringify(provider.requests[1]?.body.messages.at(-1))).toContain('also what is hidden');

  await page.reload();
  await expect(chat.answers).toHaveCount(1);
  await chat.answer.locator('[data-trace]').getByRole('button').first().click();
  await expect(chat.answer).toContainText('You said before step 2: also what is hidden');
});
