import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('A message is edited, an answer given again, and the versions are moved between, in two tabs', async ({
  page,
  server,
  provider,
  context,
}) => {
  provider.setScript(['First answer.', 'Second answer.', 'Third answer.']);
  const chat = await openChat(page, server.url);
  await chat.send('one');
  await chat.ended('completed');
  const tab = await openChat(await context.newPage(), server.url, new URL(page.url()).pathname);
  await expect(tab.answer).toContainText('First answer.');

  await chat.questions.first().hover();
  await page.getByRole('button', { name: 'Edit and send again' }).click();
  const field = page.getByRole('textbox', { name: 'Edit and send again' });
  await field.fill('one, better');
  await field.press('Enter');
  await expect(chat.answer).toContainText('Second answer.');
  await chat.ended('completed');
  await expect(tab.answer).toContainText('Second answer.');
  await expect(chat.questions).toHaveCount(1);
  expect(JSON.stringify(provider.requests[1]?.body)).not.toContain('First answer.');

  await chat.answer.hover();
  await chat.answer.getByRole('button', { name: 'Answer again' }).click();
  await expect(chat.answer).toContainText('Third answer.');
  await chat.ended('completed');
  await expect(chat.answer.getByRole('group', { name: 'Versions' })).toContainText('2 of 2');
  await chat.answer.getByRole('button', { name: 'Earlier version' }).click();
  await expect(chat.answer).toContainText('Second answer.');
  await expect(tab.answer).toContainText('Second answer.');

  await chat.questions.first().hover();
  await chat.questions.getByRole('button', { name: 'Earlier version' }).click();
  await expect(chat.answer).toContainText('First answer.');
  await page.reload();
  await expect(chat.answer).toContainText('First answer.');
  await expect(chat.questions.first().getByRole('group', { name: 'Versions' })).toContainText('1 of 2');
});

test('What waits is changed, taken back, kept over a reload and run after a stop', async ({
  page,
  provider,
  chat,
  feed,
}) => {
  provider.setScript([feed, 'The better answer.']);
  await chat.send('one');
  feed.push('Well');
  await expect(chat.answer).toContainText('Well');
  await chat.send('two');
  await chat.send('three');
  const queue = page.getByRole('region', { name: 'Queued messages' });
  await queue.getByRole('button', { name: 'Remove from the queue: three' }).click();
  await queue.getByRole('button', { name: 'Change: two' }).click();
  await queue.getByRole('textbox').fill('two, better');
  await queue.getByRole('textbox').press('Enter');
  await expect(queue).toContainText('two, better');
  await page.reload();
  await expect(queue.getByRole('listitem')).toHaveText(['Next:two, better']);
  await chat.stop.click();
  await expect(queue).toContainText('1 message waits, because the answer before it did not finish.');
  await queue.getByRole('button', { name: 'Run now' }).click();
  await expect(chat.answer).toContainText('The better answer.');
  await expect(queue).toHaveCount(0);
  await expect(chat.questions).toHaveText([/one/, /two, better/]);
});
