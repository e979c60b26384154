// Each output of a tool in the form that shows it best, while the work goes on around what was opened.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGate, reply } from '@slipstream/testkit/provider';
import { openChat } from './chat-page.ts';
import { expect, test } from './fixtures.ts';

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('A diff, a coloured terminal, JSON and a picture are shown as what they are, and stay open as more comes', async ({
  page,
  server,
  provider,
}) => {
  await writeFile(join(server.workspaceDir, 'birds.txt'), 'grey heron\n');
  await writeFile(join(server.workspaceDir, 'birds.json'), '{"heron":{"colour":"grey"}}');
  await writeFile(join(server.workspaceDir, 'dot.png'), png);
  const gate = createGate();
  provider.setScript([
    [
      reply.toolCall('edit_file', { path: 'birds.txt', oldText: 'grey', newText: 'purple' }),
      reply.toolCall('bash', { command: "printf '\\033[31mred\\033[0m plain\\n'" }),
      reply.toolCall('bash', { command: 'cat birds.json' }),
      reply.toolCall('read_file', { path: 'dot.png' }),
    ],
    [reply.gate(gate), reply.toolCall('list_directory', { path: '.' })],
    'All is purple.',
  ]);
  const chat = await openChat(page, server.url);
  await chat.send('paint them');
  for (const title of ['birds.txt', 'printf', 'birds.json'])
    await chat.approval.filter({ hasText: title }).getByRole('button', { name: 'Allow once' }).click();
  await gate.reached;
  const call = (title: string | RegExp) => chat.answer.locator('[data-call]').filter({ hasText: title });
  await expect(call('dot.png')).toHaveAttribute('data-call', 'ok');
  for (const title of ['Edited', 'printf', 'cat birds.json', 'dot.png'])
    await call(title).getByRole('button').first().click();

  const isColoured = () =>
    call('printf')
      .getByText('red', { exact: true })
      .evaluate(
        (each) =>
          getComputedStyle(each).color !== getComputedStyle(each.parentElement ?? document.body).color,
      );
  const check = async () => {
    await expect(call('Edited').getByText('+purple heron').first()).toBeVisible();
    await expect(call('Edited').getByText('-grey heron').first()).toBeVisible();
    await expect.poll(isColoured).toBe(true);
    await expect(call('cat birds.json').getByLabel('Output as a tree')).toContainText('colour');
    const picture = call('dot.png').getByRole('img');
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
  };
  await check();
  gate.release();
  await expect(chat.answer).toContainText('All is purple.');
  await chat.ended('completed');
  await expect(chat.answer.locator('[data-call]')).toHaveCount(5);
  await check();
});
