// What every script here shares: where the workspace is, its pinned pnpm and Node, and stamps that tell whether a
// stage has something to do. Runs on the system's Node before anything is installed: only `node:` modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const pnpmVersion = '12.4.2';
const oldestNode = 20;

/** The workspace's folder, without a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** The Node that the product and its tools run on; there once the dependencies are installed. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');

/** For what can be made again; goes with the dependencies, on purpose. */
export const cacheFolder = join(root, 'node_modules', '.cache', 'slipstream');

/** Ends the script with one plain sentence. Never returns. */
export function fail(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}

/** Ends the script when the Node that runs it is too old for it. */
export function requireNode(version = process.versions.node) {
  if (Number.parseInt(version, 10) >= oldestNode) return;
  fail(
    `Slipstream needs Node.js ${oldestNode} or newer to start, and this is ${version}. ` +
      'Install a newer one from https://nodejs.org and run the command again.',
  );
}

/** The program and first arguments that run the pinned pnpm; npx fetches it once and keeps it. */
export function pnpm() {
  return ['npx', '-y', `pnpm@${pnpmVersion}`];
}

/** The environment in which `node` is the pinned one, and the root's tools can be called by name. */
export function pinnedEnv(extra = {}) {
  const path = [
    join(root, 'node_modules', 'node', 'bin'),
    join(root, 'node_modules', '.bin'),
    process.env.PATH ?? '',
  ];
  return { ...process.env, ...extra, PATH: path.join(delimiter) };
}

export function isInstalled() {
  return existsSync(pinnedNode);
}

/** Ends the script when there are no dependencies to run with. */
export function requireInstalled(command) {
  if (!isInstalled())
    fail(`The dependencies are not installed yet. Run \`npm start\` once, then \`${command}\` again.`);
}

/**
 * Every file below `path` (a file or a folder, relative to the root) as root-relative paths with forward slashes,
 * sorted. Installed, built and hidden things are left out. A path that is not there gives none.
 */
export function filesBelow(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.name === 'dist') continue;
      const child = join(folder, entry.name);
      if (entry.isDirectory()) visit(child);
      else if (entry.isFile()) found.push(child);
    }
  };
  try {
    visit(absolute);
  } catch (error) {
    if (error.code !== 'ENOTDIR') throw error;
    found.push(absolute);
  }
  return found.map((file) => relative(root, file).replaceAll('\\', '/')).sort();
}

/** One hash over the names and contents of the files. */
export function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** Whether the stage `name` was last done for `hash`. */
export function isStamped(name, hash) {
  const file = stampFile(name);
  return existsSync(file) && readFileSync(file, 'utf8').trim() === hash;
}

export function stamp(name, hash) {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(stampFile(name), `${hash}\n`);
}

function stampFile(name) {
  return join(cacheFolder, `${name}.stamp`);
}

/** The workspace's folders that have a package.json, the root's first, as root-relative paths. */
export function packageFolders() {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    existsSync(join(root, parent)) ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`) : [],
  );
  return folders.filter((folder) => existsSync(join(root, folder, 'package.json'))).sort();
}

/**
 * Runs a program in the workspace and waits for it. With `quiet` its output is kept and given back instead of shown.
 * `code` is 127 when it could not be started.
 */
export function run(program, args, { cwd = root, env = pinnedEnv(), quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
