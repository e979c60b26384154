// Plan mode, as a person uses it: what runs, what asks, and what can become of the plan.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { type ChatPage, openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

const writes = (path: string, content: string) => reply.toolCall('write_file', { path, content });
const plan = '# The plan\n\n1. Write `a.txt`.\n2. Look at it.';
const ready = reply.toolCall('plan_ready', { plan });

const card = ({ page }: ChatPage) => page.locator('[data-plan]');
const mode = ({ page }: ChatPage) => page.getByRole('button', { name: /^Mode:/ });

async function choosePlan(chat: ChatPage) {
  await mode(chat).click();
  await chat.page.getByRole('menuitemradio', { name: /^Plan/ }).click();
  await expect(mode(chat)).toContainText('Plan');
}

test('In plan mode reading runs, the plan file is written freely, and anything else asks and says why', async ({
  page,
  server,
  provider,
}) => {
  writeFileSync(join(server.workspaceDir, 'a.txt'), 'as it was\n');
  const planPath = (body: unknown) => /plans\/[0-9a-f-]{36}\.md/.exec(JSON.stringify(body))?.[0] ?? '';
  const answers = (body: unknown) => [
    [reply.toolCall('read_file', { path: 'a.txt' })],
    [writes(planPath(body), '# Draft\n')],
    [writes('a.txt', 'changed\n')],
    [reply.toolCall('bash', { command: 'touch b.txt' })],
    'I only planned.',
  ];
  let asked = 0;
  provider.setScript((request) => answers(request.body)[asked++] ?? 'Nothing more.');
  const chat = await openChat(page, server.url);
  await choosePlan(chat);
  await chat.send('plan something');
  await expect(chat.approval).toContainText('a.txt');
  await expect(chat.approval).toContainText('The session is in plan mode');
  await expect(chat.approval.getByRole('button', { name: 'Allow for this session' })).toHaveCount(0);
  const plans = readdirSync(join(server.workspaceDir, 'plans'));
  expect(plans).toHaveLength(1);
  expect(readFileSync(join(server.workspaceDir, 'plans', plans[0] ?? ''), 'utf8')).toBe('# Draft\n');
  await chat.approval.getByRole('button', { name: 'Deny' }).click();
  await expect(chat.approval).toContainText('touch b.txt');
  await expect(chat.approval).toContainText('The session is in plan mode');
  await chat.approval.getByRole('button', { name: 'Deny' }).click();
  await expect(chat.answer).toContainText('I only planned.');
  expect(readFileSync(join(server.workspaceDir, 'a.txt'), 'utf8')).toBe('as it was\n');
  expect(existsSync(join(server.workspaceDir, 'b.txt'))).toBe(false);
  await expect(mode(chat)).toContainText('Plan');
});

test('Building a plan ends the mode and begins the work, which asks as usual', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([[ready], [writes('a.txt', 'built\n')], 'Built.']);
  const chat = await openChat(page, server.url);
  await choosePlan(chat);
  await chat.send('plan something');
  await expect(card(chat).getByRole('heading', { name: 'The plan', exact: true })).toBeVisible();
  await expect(chat.live).toContainText('Waiting for your word on the plan');
  await page.reload();
  await card(chat).getByRole('button', { name: 'Build it' }).click();
  await expect(chat.approval).toContainText('a.txt');
  await expect(chat.approval).not.toContainText('plan mode');
  await expect(mode(chat)).toContainText('Ask');
  await chat.approval.getByRole('button', { name: 'Allow once' }).click();
  await expect(chat.answer).toContainText('Built.');
  expect(readFileSync(join(server.workspaceDir, 'a.txt'), 'utf8')).toBe('built\n');
});

test('Planning goes on with a note, which the model is given', async ({ page, server, provider }) => {
  provider.setScript([[ready], [reply.toolCall('plan_ready', { plan: '# A smaller plan' })]]);
  const chat = await openChat(page, server.url);
  await choosePlan(chat);
  await chat.send('plan something');
  await card(chat).getByRole('button', { name: 'Keep planning' }).click();
  await card(chat).getByLabel('What should be different?').fill('smaller, please');
  await card(chat).getByRole('button', { name: 'Keep planning' }).click();
  await expect(card(chat).getByRole('heading', { name: 'A smaller plan' })).toBeVisible();
  expect(JSON.stringify(provider.requests[1]?.body.messages.at(-1))).toContain('smaller, please');
  await expect(mode(chat)).toContainText('Plan');
});

test('Dropping a plan ends the turn, keeps the mode and changes nothing', async ({
  page,
  server,
  provider,
}) => {
  provider.setScript([[ready], [reply.text('Never'), reply.hang()]]);
  const chat = await openChat(page, server.url);
  await choosePlan(chat);
  await chat.send('plan something');
  await card(chat).getByRole('button', { name: 'Drop it' }).click();
  await chat.ended('cancelled');
  await expect(card(chat)).toHaveCount(0);
  await expect(mode(chat)).toContainText('Plan');
  await chat.answer.locator('[data-trace]').getByRole('button').first().click();
  const row = page.locator('[data-call="denied"]');
  await row.getByRole('button').first().click();
  await expect(row).toContainText(/You denied it\..*“Dropped\.”/);
  expect(readdirSync(server.workspaceDir)).toEqual([]);
});

test('The plan file stands beside the chat as soon as it is written, and can be changed there', async ({
  page,
  server,
  provider,
}) => {
  const planPath = (body: unknown) => /plans\/[0-9a-f-]{36}\.md/.exec(JSON.stringify(body))?.[0] ?? '';
  let asked = 0;
  provider.setScript((request) =>
    asked++ === 0 ? [writes(planPath(request.body), plan)] : 'It stands beside the chat.',
  );
  const chat = await openChat(page, server.url);
  await choosePlan(chat);
  await chat.send('plan something');
  const beside = page.getByRole('complementary', { name: 'Side panel' });
  await expect(beside.getByRole('heading', { name: 'The plan', exact: true })).toBeVisible();
  await expect(chat.answer).toContainText('It stands beside the chat.');
  await beside.getByRole('button', { name: 'Edit the plan' }).click();
  await beside.getByRole('textbox').fill('# Smaller');
  await beside.getByRole('button', { name: 'Save' }).click();
  await expect(beside.getByRole('heading', { name: 'Smaller' })).toBeVisible();
  const [name = ''] = readdirSync(join(server.workspaceDir, 'plans'));
  expect(readFileSync(join(server.workspaceDir, 'plans', name), 'utf8')).toBe('# Smaller');
  await page.reload();
  await expect(beside.getByRole('heading', { name: 'Smaller' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = page.getByRole('dialog', { name: 'Side panel' });
  await expect(sheet.getByRole('heading', { name: 'Smaller' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Close the side panel' }).click();
  await expect(sheet).toHaveCount(0);
});
