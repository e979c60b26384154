// `npm run bench -- [NAME…] [--quick]`: runs benchmarks of bench/ one after the other; without a name all of them, or with
// `--quick` three, in under two minutes. They print, and assert nothing. What they hold Slipstream against is installed into bench/ the first time.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureServerBundle } from './server-bundle.mjs';
import { pinnedNode, pnpm, requireInstalled, requireNode, root, run } from './workspace.mjs';

requireNode();
requireInstalled('npm run bench');
/** What its name says, but not the process that another one of them starts. */
const all = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('-server.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const short = ['relay', 'loop', 'store'];
const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const names = args.filter((arg) => !arg.startsWith('--'));
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(1);
}
if (!existsSync(join(root, 'bench', 'node_modules'))) {
  console.log('Installing what Slipstream is held against (once)…');
  const [program, ...prefix] = pnpm();
  // None of what it installs needs its scripts.
  const install = ['install', '--ignore-workspace', '--frozen-lockfile', '--ignore-scripts'];
  const { code, output } = await run(program, [...prefix, ...install], {
    cwd: join(root, 'bench'),
    quiet: true,
  });
  if (code !== 0) {
    process.stderr.write(output);
    process.exit(1);
  }
}
// What is measured is what `npm start` runs.
await ensureServerBundle();
const byDefault = flags.includes('--quick') ? short : all;
for (const name of names.length > 0 ? names : byDefault) {
  console.log(`\n# ${name}`);
  const { code } = await run(pinnedNode, [join('bench', `${name}.ts`), ...flags]);
  if (code !== 0) process.exitCode = code;
}
