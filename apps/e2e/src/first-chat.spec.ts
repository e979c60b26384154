import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

test('A first chat with the demo model calls a real tool and talks to nobody else', async ({
  page,
  demo,
}) => {
  await mkdir(demo.workspaceDir, { recursive: true });
  await writeFile(join(demo.workspaceDir, 'letter-to-anna.txt'), 'Dear Anna');
  const strangers: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(demo.url)) strangers.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));

  const chat = await openChat(page, demo.url);
  await expect(page.getByText('not a language model').first()).toBeVisible();
  await chat.send('list files');

  await chat.ended('completed');
  await expect(chat.answer).toContainText('letter-to-anna.txt');
  await expect(page).toHaveURL(/\/s\/[0-9a-f-]{36}$/);
  await expect(chat.row('list files')).toBeVisible();
  await expect(chat.composer).toBeFocused();
  await expect(chat.composer).toHaveValue('');
  expect(strangers).toEqual([]);
  expect(complaints).toEqual([]);
});

test('A thing to try on the start page is sent as it stands', async ({ page, demo }) => {
  const chat = await openChat(page, demo.url);
  await page.getByRole('button', { name: /^List files/ }).click();
  await expect(chat.questions).toContainText('List files');
  await chat.ended('completed');
});

test('Tokens are on the screen while the answer still streams', async ({ chat, feed }) => {
  await chat.send('go');
  feed.push('The first half ');
  await expect(chat.answer).toContainText('The first half');
  await expect(chat.answer).toHaveAttribute('data-status', 'running');
  await expect(chat.row('go')).toContainText('Running');
  feed.push('and the second.');
  feed.end();
  await chat.ended('completed');
  await expect(chat.answer).toContainText('The first half and the second.');
});

test('The prompt of the next turn holds the answers and nothing of the work behind them', async ({
  page,
  server,
  provider,
}) => {
  await mkdir(server.workspaceDir, { recursive: true });
  await writeFile(join(server.workspaceDir, 'secret-plan.txt'), 'paint it blue');
  provider.setScript([
    [reply.text('Let me look. '), reply.toolCall('read_file', { path: 'secret-plan.txt' })],
    'I have read the plan.',
    'You are welcome.',
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('read the plan');
  await chat.ended('completed');
  await chat.send('thank you');
  await expect(chat.answer).toContainText('You are welcome.');

  const spoken = provider.requests[2]?.body.messages.filter(({ role }) => role !== 'system');
  expect(spoken).toEqual([
    { role: 'user', content: 'read the plan' },
    { role: 'assistant', content: 'I have read the plan.' },
    { role: 'user', content: 'thank you' },
  ]);
});
