// Builds the page with the renderers, as ours is built, and serves it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const web = folder('../../apps/web/');
const load = async (path: string) => import(pathToFileURL(join(web, 'node_modules', path)).href);

export type Site = { url: string; close(): Promise<void> };

export async function serveSite(): Promise<Site> {
  const { build, preview } = await load('vite/dist/node/index.js');
  const { default: react } = await load('@vitejs/plugin-react/dist/index.js');
  const { default: tailwindcss } = await load('@tailwindcss/vite/dist/index.mjs');
  const outDir = mkdtempSync(join(tmpdir(), 'slipstream-bench-site-'));
  const alias = Object.fromEntries(
    ['react', 'react-dom'].map((name) => [name, join(web, 'node_modules', name)]),
  );
  const config = {
    configFile: false,
    logLevel: 'error',
    root: folder('site'),
    resolve: { alias },
    plugins: [react(), tailwindcss()],
    build: { outDir, target: 'es2023', emptyOutDir: true, chunkSizeWarningLimit: 100_000 },
    preview: { port: 0, host: '127.0.0.1' },
  };
  await build(config);
  const server = await preview(config);
  return {
    url: server.resolvedUrls.local[0],
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}
