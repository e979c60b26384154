// The server in one file, which starts in half the time of its many: made with the page, and used only while every
// source that is in it is as it was. Whatever is wrong with it, the sources themselves can be run.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, pinnedNode, root, run } from './workspace.mjs';

export const bundler = join('apps', 'server', 'build', 'bundle.ts');
const home = join(cacheFolder, 'server');
const note = join(home, 'current.json');
/** A server that runs reads parts of its bundle later; this many newer ones may be made meanwhile. */
const kept = 4;

/** What a bundle depends on besides the sources in it. */
const around = [bundler, 'pnpm-lock.yaml', join('apps', 'server', 'package.json')];

/** The file to run, or undefined where there is none or a source has changed since. Asks for sizes and times only. */
export function freshServerBundle() {
  try {
    const { entry, inputs } = JSON.parse(readFileSync(note, 'utf8'));
    return areUnchanged(inputs) && existsSync(join(home, entry)) ? join(home, entry) : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the bundle where it is missing or old. Resolves to its file, or to undefined when it could not be made. */
export async function ensureServerBundle({ force = false } = {}) {
  const fresh = force ? undefined : freshServerBundle();
  if (fresh) return fresh;
  console.log('Building the server…');
  const name = `${Date.now()}-${process.pid}`;
  const { code, output } = await run(pinnedNode, [bundler, join(home, name)], { quiet: true });
  if (code !== 0) {
    rmSync(join(home, name), { recursive: true, force: true });
    process.stderr.write(output);
    console.error(
      'The server could not be built into one file; it is run from its sources, which takes longer.',
    );
    return undefined;
  }
  const files = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  mkdirSync(home, { recursive: true });
  writeFileSync(
    `${note}.${process.pid}`,
    JSON.stringify({ entry: join(name, 'main.mjs'), inputs: looksOf([...around, ...files]) }),
  );
  renameSync(`${note}.${process.pid}`, note);
  const folders = readdirSync(home)
    .filter((each) => /^\d+-\d+$/.test(each))
    .sort();
  for (const old of folders.slice(0, -kept)) rmSync(join(home, old), { recursive: true, force: true });
  return join(home, name, 'main.mjs');
}

/** Size and time of each file, by its path from the workspace's root. */
export function looksOf(files) {
  return Object.fromEntries(files.map((file) => [file, lookOf(file)]));
}

export function areUnchanged(looks) {
  return Object.entries(looks).every(([file, look]) => look === lookOf(file));
}

function lookOf(file) {
  const stats = statSync(join(root, file), { throwIfNoEntry: false });
  return stats ? `${stats.size}:${stats.mtimeMs}` : 'missing';
}
