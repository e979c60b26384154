// Installs the dependencies when the lock file or a manifest has changed since the last time, and not otherwise.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  filesBelow,
  hashFiles,
  isInstalled,
  isStamped,
  packageFolders,
  pnpm,
  root,
  run,
  stamp,
} from './workspace.mjs';

/** Resolves to true when everything is installed; else it has said what is wrong. */
export async function ensureInstalled() {
  const folders = packageFolders();
  const manifests = ['package.json', ...folders.map((folder) => `${folder}/package.json`)];
  const hash = hashFiles(['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests].flatMap(filesBelow));
  const complete = isInstalled() && folders.every((folder) => existsSync(join(root, folder, 'node_modules')));
  if (complete && isStamped('install', hash)) return true;

  console.log(
    complete ? 'Updating the dependencies…' : 'Installing the dependencies (once, about a minute)…',
  );
  const [program, ...prefix] = pnpm();
  const { code, output } = await run(program, [...prefix, 'install', '--frozen-lockfile'], { quiet: true });
  if (code !== 0) {
    process.stderr.write(output);
    console.error(
      code === 127
        ? 'npx was not found, which comes with Node.js. Install npm, then run the command again.'
        : 'The dependencies could not be installed: see the messages above. ' +
            'Check that the npm registry can be reached and the disk is not full, then run the command again.',
    );
    return false;
  }
  if (!isInstalled()) {
    process.stderr.write(output);
    console.error(
      'The pinned Node.js did not install on this system. ' +
        'Delete the folder node_modules and run the command again.',
    );
    return false;
  }
  stamp('install', hash);
  return true;
}
