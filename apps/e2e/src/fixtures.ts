// What every browser test starts from: the real server on the demo model or on a scripted provider, always ended
// again, and its log beside the result when the test failed.
import { test as base } from '@playwright/test';
import { createScriptedProvider, type ScriptedProvider } from '@slipstream/testkit/provider';
import { type ChatPage, openChat } from './chat-page.ts';
import { createFeed, type Feed } from './feed.ts';
import { type ServerOptions, startServer, type TestServer } from './server.ts';
import { toProvider } from './settings.ts';

export type Fixtures = {
  /** Starts a server for this test. */
  serve(options?: ServerOptions): Promise<TestServer>;
  /** A server with the built-in demo model. */
  demo: TestServer;
  /** A scripted OpenAI-compatible provider. A request that it would refuse fails the test. */
  provider: ScriptedProvider;
  /** A server that talks to `provider`. */
  server: TestServer;
  /** The page of `server`, open at a new chat. */
  chat: ChatPage;
  /** The first answer of `provider`, given piece by piece. */
  feed: Feed;
};

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are needed from this pattern.
  serve: async ({}, use, testInfo) => {
    const servers: TestServer[] = [];
    await use(async (options) => {
      const server = await startServer(options);
      servers.push(server);
      return server;
    });
    for (const [index, server] of servers.entries()) {
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach(`server-${index + 1}.log`, { body: server.logs(), contentType: 'text/plain' });
      await server.close();
    }
  },

  demo: async ({ serve, context }, use) => {
    // A model server of this machine would be the default; the page is told to remember the other choice.
    await context.addInitScript(() => localStorage.setItem('slipstream.model', 'demo'));
    await use(await serve());
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  provider: async ({}, use) => {
    const provider = await createScriptedProvider();
    await use(provider);
    await provider.close();
    if (provider.violations.length > 0)
      throw new Error(`The provider refused: ${JSON.stringify(provider.violations, null, 2)}`);
  },

  server: async ({ serve, provider }, use) => use(await serve({ env: toProvider(provider) })),

  chat: async ({ page, server }, use) => use(await openChat(page, server.url)),

  feed: async ({ provider }, use) => {
    const feed = createFeed();
    provider.setScript([feed]);
    await use(feed);
  },
});

export { expect } from '@playwright/test';
