// Questions that the agent asks: as a card, in every tab, over a reload, a stop and a restart.
import { reply } from '@slipstream/testkit/provider';
import { type ChatPage, openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const question = reply.toolCall('ask_user', { question: 'Tea or coffee?', choices: ['Tea', 'Coffee'] });
const card = ({ page }: ChatPage) => page.locator('[data-question]');

test('The demo asks something; a choice is the answer, and the trace keeps it over a reload', async ({
  page,
  demo,
}) => {
  const chat = await openChat(page, demo.url);
  await chat.send('ask me something');
  await expect(card(chat)).toContainText('When do you like to work best?');
  await expect(chat.live).toContainText('Waiting for your answer');
  await expect(chat.row('ask me something')).toContainText('Waiting for you');
  await card(chat).getByRole('button', { name: 'Late, when nobody calls' }).click();
  await expect(chat.answer).toContainText('Late, when nobody calls');
  await chat.ended('completed');
  await page.reload();
  await chat.answer.locator('[data-trace]').getByRole('button').first().click();
  const row = page.locator('[data-call="ok"]');
  await expect(row).toContainText('Asked you: When do you like to work best?');
  await row.getByRole('button').first().click();
  await expect(row).toContainText('You answered: “Late, when nobody calls”');
});

test('A question survives a reload, is answered in own words in another tab, and goes in all of them', async ({
  page,
  context,
  server,
  provider,
}) => {
  provider.setScript([[question], 'Water it is.']);
  const chat = await openChat(page, server.url);
  await chat.send('what shall we drink?');
  await expect(card(chat)).toBeVisible();
  await page.reload();
  await expect(card(chat)).toContainText('Tea or coffee?');
  const other = await openChat(await context.newPage(), server.url, new URL(page.url()).pathname);
  await card(other).getByLabel('Or in your own words').fill('Water, please');
  await card(other).getByLabel('Or in your own words').press('Enter');
  for (const each of [chat, other]) {
    await expect(each.answer).toContainText('Water it is.');
    await expect(card(each)).toHaveCount(0);
  }
  const told = JSON.stringify(provider.requests[1]?.body.messages.at(-1));
  expect(told).toContain('The user answered: Water, please');
});

test('The keyboard answers: a digit chooses; and the composer has the focus afterwards', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([[question], 'Coffee, then.']);
  const chat = await openChat(page, server.url);
  await chat.send('what shall we drink?');
  await card(chat).getByRole('button', { name: 'Tea' }).focus();
  await page.keyboard.press('2');
  await expect(chat.answer).toContainText('Coffee, then.');
  await expect(chat.composer).toBeFocused();
  expect(JSON.stringify(provider.requests[1]?.body.messages.at(-1))).toContain('answered: Coffee');
});

test('Stop takes the question away', async ({ page, server, provider }) => {
  provider.setScript([[question]]);
  const chat = await openChat(page, server.url);
  await chat.send('what shall we drink?');
  await expect(card(chat)).toBeVisible();
  await chat.composer.press('Escape');
  await chat.ended('cancelled');
  await expect(card(chat)).toHaveCount(0);
});

test('After a restart the turn is interrupted, says so, and can go on', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([[question], 'Where were we?']);
  const chat = await openChat(page, server.url);
  await chat.send('what shall we drink?');
  await expect(card(chat)).toBeVisible();
  await server.kill('SIGKILL');
  await server.start();
  await chat.ended('interrupted');
  await expect(card(chat)).toHaveCount(0);
  await expect(chat.answer).toContainText('Interrupted');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(chat.answer).toContainText('Where were we?');
});
