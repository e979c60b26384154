// The real server with the built page, and a scripted provider that answers at a pace.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startServer, type TestServer } from '../../apps/e2e/src/server.ts';
import { toProvider } from '../../apps/e2e/src/settings.ts';
import { createScriptedProvider, wireReply } from '../../packages/testkit/src/provider/index.ts';

export type App = { server: TestServer; close(): Promise<void> };

/** Each message is answered with the `answers` in turn, `tokensPerSecond` words a second. */
export async function startApp(answers: readonly string[] = [], tokensPerSecond = 200): Promise<App> {
  if (!existsSync(fileURLToPath(new URL('../../apps/web/dist/index.html', import.meta.url))))
    throw new Error('The page is not built: run `npm run build` first.');
  const provider = await createScriptedProvider();
  provider.setScript(answers.map((text) => [wireReply.paced(text, tokensPerSecond)]));
  const server = await startServer({ env: toProvider(provider) });
  return {
    server,
    async close() {
      await server.close();
      await provider.close();
    },
  };
}
