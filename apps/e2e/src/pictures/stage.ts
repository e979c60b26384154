// Brings one server into every state that the pictures show, each in a chat of its own that stays in that state.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { createScriptedProvider, reply, wireReply } from '@slipstream/testkit/provider';
import { type ChatPage, patiently, toChatPage } from '../chat-page.ts';
import { startServer, type TestServer } from '../server.ts';
import { toProvider } from '../settings.ts';
import type { Words } from './words.ts';

const files: Record<string, string> = {
  'src/total.js':
    'export function total(items) {\n  return items.reduce((sum, item) => sum + (item.price || item.listPrice), 0);\n}\n',
  'src/shipping.js': 'export const shipping = (order) => order.shipping || 4.9;\n',
  'test.js':
    "import { total } from './src/total.js';\nconst sum = total([{ price: 0, listPrice: 5 }, { price: 3, listPrice: 4 }]);\nif (sum !== 3) throw new Error('expected 3, got ' + sum);\nconsole.log('ok: a free item costs nothing');\n",
  'package.json': '{ "name": "shop", "type": "module" }\n',
};

const watch = `for i in 1 2 3 4 5; do echo "12:0$i:17 request finished in $((i * 7)) ms"; done; sleep 600`;

export type Stage = {
  server: TestServer;
  /** The path of the chat in each state. */
  paths: Record<
    'fixed' | 'write' | 'run' | 'running' | 'streaming' | 'stopped' | 'failed' | 'retrying' | 'rich',
    string
  >;
  close(): Promise<void>;
};

export async function setStage(browser: Browser, words: Words): Promise<Stage> {
  const provider = await createScriptedProvider({ models: ['your-model'] });
  const server = await startServer({
    env: {
      ...toProvider(provider),
      OPENAI_MODEL: 'your-model',
      UNSANDBOXED_COMMANDS: 'ask',
      REQUEST_TIMEOUT_MS: '3600000',
    },
  });
  for (const [path, content] of Object.entries(files)) {
    const file = join(server.workspaceDir, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, content);
  }
  const bash = (command: string) => reply.toolCall('bash', { command });
  const { fix, stream, stop, rich } = words;
  provider.route(fix.ask, [
    [
      reply.reasoning(fix.reasoning),
      reply.text(fix.look),
      reply.toolCall('grep', { pattern: 'price', path: '.' }),
      reply.toolCall('read_file', { path: 'src/total.js' }),
      reply.toolCall('read_file', { path: 'test.js' }),
    ],
    [
      reply.text(fix.found),
      reply.toolCall('edit_file', {
        path: 'src/total.js',
        oldText: 'item.price || item.listPrice',
        newText: 'item.price ?? item.listPrice',
      }),
    ],
    [bash('node test.js')],
    fix.answer,
  ]);
  provider.route(words.write, [
    [
      reply.toolCall('write_file', {
        path: 'CHANGELOG.md',
        content: '# Changelog\n\n## 1.2.1\n\n- A free item costs nothing again.\n',
      }),
    ],
  ]);
  provider.route(words.run, [[bash(watch)], [bash(watch)]]);
  provider.route(stream.ask, [[reply.text(stream.text), reply.hang()]]);
  provider.route(stop.ask, [[reply.text(stop.text), reply.hang()]]);
  provider.route(words.fail, [wireReply.httpError(401, { message: 'Incorrect API key provided: sk-…9f2.' })]);
  provider.route(words.retry, () => wireReply.rateLimit(55));
  provider.route(rich.ask, [[reply.usage(1840, 322), reply.text(rich.answer)]]);

  const context = await browser.newContext();
  const page = await context.newPage();
  const ask = async (text: string, then: (chat: ChatPage) => Promise<void>): Promise<string> => {
    await page.goto(server.url);
    const chat = toChatPage(page, words.language);
    await chat.send(text);
    await then(chat);
    return new URL(page.url()).pathname;
  };
  const waits = (chat: ChatPage) => patiently(chat.approval).toBeVisible();
  const allow = async (chat: ChatPage) => {
    const id = await chat.approval.getAttribute('data-approval');
    await chat.approval.getByRole('button').first().click();
    // The next one may be there at once.
    await patiently(chat.page.locator(`[data-approval="${id}"]`)).toHaveCount(0);
  };
  await page.addInitScript(
    (language) => localStorage.setItem('slipstream.language', language),
    words.language,
  );

  const paths = {
    rich: await ask(rich.ask, (chat) => chat.ended('completed')),
    stopped: await ask(stop.ask, async (chat) => {
      await patiently(chat.answer).toContainText('/bin/chmod');
      await chat.composer.press('Escape');
      await chat.ended('cancelled');
    }),
    failed: await ask(words.fail, (chat) => chat.ended('failed')),
    fixed: await ask(fix.ask, async (chat) => {
      await waits(chat);
      await allow(chat);
      await waits(chat);
      await allow(chat);
      await chat.ended('completed');
    }),
    write: await ask(words.write, waits),
    run: await ask(words.run, waits),
    running: await ask(words.run, async (chat) => {
      await waits(chat);
      await allow(chat);
      await patiently(chat.answer).toContainText('35 ms');
    }),
    streaming: await ask(stream.ask, async (chat) => {
      await patiently(chat.answer).toContainText(stream.text.slice(0, 20));
      await chat.send(stream.queued);
    }),
    retrying: await ask(words.retry, (chat) => patiently(chat.live).toHaveAttribute('data-live', 'retry')),
  };
  await context.close();

  return {
    server,
    paths,
    async close() {
      await server.close();
      await provider.close();
    },
  };
}

/** How a state is reached from an open chat, where it is more than opening it. */
export async function openTrace(page: Page): Promise<void> {
  const fold = page.locator('[data-trace]').last();
  await fold.getByRole('button').first().click();
  const call = fold.locator('[data-call]').last();
  await call.getByRole('button').first().click();
  await patiently(call.locator('pre').last()).toBeVisible();
  // Where the click came to stand is not the same every time.
  await call.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.mouse.move(0, 0);
}
