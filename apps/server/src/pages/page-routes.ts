// The web page's files: the entry page at every address that the page itself handles, and the built assets. Serves
// nothing but the build's folder, and says what to do where there is no build.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const open = { config: { open: true } };
const pageAddresses = ['/', '/s/:sessionId'];
const immutable = 'public, max-age=31536000, immutable';

const missingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Slipstream</title>
<h1>The page is not built yet</h1>
<p>The server runs. Build the page with <code>npm run build</code>, then load this address again;
or start everything with <code>npm start</code>.</p>
</html>
`;

/**
 * `webDir` may come into being later; it is looked at on every request of the entry page. `readOnly` is said with that
 * page, in a header that its scripts can read, so that it never shows for a moment what cannot be done here.
 */
export async function registerPageRoutes(
  app: FastifyInstance,
  webDir: string,
  { readOnly }: { readOnly: boolean },
): Promise<void> {
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true };
    });
    await pages.register(fastifyStatic, {
      root: webDir,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      suppressWarning: true,
      setHeaders(reply, path) {
        reply.header('cache-control', path.startsWith(join(webDir, 'assets/')) ? immutable : 'no-cache');
      },
    });
    for (const address of pageAddresses)
      pages.get(address, open, (_request, reply) => {
        if (readOnly) reply.header('server-timing', 'read-only');
        return sendPage(reply, webDir);
      });
  });
}

function sendPage(reply: FastifyReply, webDir: string): FastifyReply {
  if (existsSync(join(webDir, 'index.html'))) return reply.sendFile('index.html');
  return reply
    .code(503)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(missingPage);
}
