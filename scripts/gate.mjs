// The steps of the gate, each of which passes or fails as a whole: format and lint, types, arrows.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, packageFolders, pinnedNode, root, run } from './workspace.mjs';

/** How many compilers run at once: each one is fast, and more only fight over the cores. */
const compilers = 2;

export const gateSteps = [
  { name: 'format and lint', run: () => run('biome', ['ci', '--colors=off', '.'], { quiet: true }) },
  { name: 'types', run: checkTypes },
  { name: 'import arrows', run: () => run(pinnedNode, ['scripts/check-arrows.mjs'], { quiet: true }) },
];

/** Runs a step, says in one line how it went, and shows its output when it failed. Resolves to whether it passed. */
export async function runStep({ name, run: runIt }) {
  const started = Date.now();
  const { code, output } = await runIt();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (code !== 0) process.stdout.write(output.endsWith('\n') ? output : `${output}\n`);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  return code === 0;
}

/** What was found the last time is kept, and looked at again only where something changed. */
function compilerArguments(folder) {
  const memory = join(cacheFolder, `types-${folder.replace('/', '-')}.tsbuildinfo`);
  return ['-p', folder, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', memory];
}

async function checkTypes() {
  const waiting = [...packageFolders(), 'scripts'].filter((folder) =>
    existsSync(join(root, folder, 'tsconfig.json')),
  );
  const results = [];
  const work = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift())
      results.push(await run('tsc', compilerArguments(folder), { quiet: true }));
  };
  await Promise.all(Array.from({ length: compilers }, work));
  return {
    code: results.some(({ code }) => code !== 0) ? 1 : 0,
    output: results.map(({ output }) => output).join(''),
  };
}
