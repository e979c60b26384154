// Builds the page, and the server into one file (`npm run build`). The start calls `ensureBuilt`, which does nothing while its sources are the same.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureServerBundle } from './server-bundle.mjs';
import {
  cacheFolder,
  filesBelow,
  hashFiles,
  isStamped,
  requireInstalled,
  requireNode,
  root,
  run,
  stamp,
} from './workspace.mjs';

/** Everything that the built page is made of. */
const sources = ['apps/web', 'packages/client', 'packages/protocol', 'pnpm-lock.yaml', 'tsconfig.json'];

const web = join(root, 'apps', 'web');
const vite = join(web, 'node_modules', '.bin', 'vite');
const dist = join(web, 'dist');

export const builtPage = join(dist, 'index.html');

/** Resolves to true when the built page is up to date; else it has said what is wrong. */
export async function ensureBuilt({ force = false } = {}) {
  const isTest = /\.test\.tsx?$|\/(?:test|testing)\//;
  const hash = hashFiles(sources.flatMap(filesBelow).filter((file) => !isTest.test(file)));
  if (!force && existsSync(builtPage) && isStamped('page', hash)) return true;

  console.log('Building the page…');
  // Built aside and moved whole: a server that runs meanwhile never serves half a page.
  const fresh = join(cacheFolder, `page-${process.pid}`);
  const { code, output } = await run(vite, ['build', '--outDir', relative(web, fresh), '--emptyOutDir'], {
    cwd: web,
    quiet: true,
  });
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    process.stderr.write(output);
    console.error(
      'The page could not be built: see the messages above. ' +
        'On sources that nobody changed, delete the folder node_modules and run the command again.',
    );
    return false;
  }
  const old = `${fresh}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
  stamp('page', hash);
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode();
  requireInstalled('npm run build');
  if (!(await ensureBuilt({ force: true }))) process.exitCode = 1;
  await ensureServerBundle({ force: true });
}
