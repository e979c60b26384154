// The composer while one writes: its height, and what is chosen and seen beside it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';
import { toProvider } from './settings.ts';

test('The composer grows with what is written, up to a part of the window, and shrinks again', async ({
  page,
  demo,
}) => {
  const chat = await openChat(page, demo.url);
  const height = async () => Math.round((await chat.composer.boundingBox())?.height ?? 0);
  const one = await height();
  await chat.composer.fill('one\ntwo\nthree\nfour');
  const four = await height();
  expect(four).toBeGreaterThan(one + 40);
  await chat.composer.fill('line\n'.repeat(200));
  const most = await height();
  expect(most).toBeGreaterThan(four);
  expect(most).toBeLessThan(900 * 0.4);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport();
  await chat.composer.fill('');
  expect(await height()).toBe(one);
});

test('Models are chosen by a word and from their list, skills are called by their names, and what is used is in sight', async ({
  page,
  serve,
  provider,
}, testInfo) => {
  const configFile = testInfo.outputPath('slipstream.yaml');
  const model = (id: string) =>
    `  - { id: ${id}, provider: scripted, contextWindow: 10000, prices: { input: 10, output: 10 } }\n`;
  await writeFile(
    configFile,
    `providers:\n  - { name: scripted, baseUrl: '${provider.baseUrl}', keyEnv: OPENAI_API_KEY }\nmodels:\n${model('quick')}${model('careful')}`,
  );
  const server = await serve({ env: { ...toProvider(provider), CONFIG_FILE: configFile } });
  const skill = join(server.workspaceDir, 'skills', 'tidy-up');
  await mkdir(skill, { recursive: true });
  await writeFile(
    join(skill, 'SKILL.md'),
    '---\nname: tidy-up\ndescription: Tidies the desk.\n---\nPut the pens away.\n',
  );
  provider.setScript([
    [reply.text('Tidy.'), reply.usage(4000, 1000)],
    [reply.text('Still.'), reply.usage(4000, 1000)],
  ]);
  const chat = await openChat(page, server.url);
  await expect(page.getByRole('button', { name: 'Model: quick' })).toBeVisible();
  await chat.composer.pressSequentially('/model care');
  await chat.composer.press('Enter');
  await expect(page.getByRole('button', { name: 'Model: careful' })).toBeVisible();
  await expect(chat.composer).toHaveValue('');

  await chat.composer.pressSequentially('/tid');
  await expect(page.getByRole('option')).toHaveText([/tidy-up.*Tidies the desk\./]);
  await chat.composer.press('Enter');
  await chat.composer.pressSequentially('now');
  await chat.composer.press('Enter');
  await chat.ended('completed');
  await expect(chat.questions).toContainText('/tidy-up now');
  expect(provider.requests[0]?.body.model).toBe('careful');
  await expect(page.getByText('Context used: 50%')).toBeVisible();
  await expect(page.getByText('This chat so far: $0.05')).toBeVisible();

  await page.getByRole('button', { name: 'Model: careful' }).click();
  await page.getByRole('menuitemradio', { name: /quick/ }).click();
  await chat.send('and now?');
  await chat.ended('completed');
  expect(provider.requests[1]?.body.model).toBe('quick');
  await expect(page.getByText('This chat so far: $0.10')).toBeVisible();
});
