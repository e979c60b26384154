// Runs the two test runners with their output shown and their JSON reports read.
import { existsSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readReport } from './test-reports.mjs';
import { filesBelow, pinnedEnv, root, run } from './workspace.mjs';

/**
 * Tests that start processes by the dozen, kill them, wait for real time or for the disk, or play whole servers, sessions
 * and providers; the fast gate leaves them to `npm test`.
 */
const slow = [
  /^apps\/server\/(?:test|src\/doctor)\//,
  /^packages\/models\/src\/(?:provider-streams\.|tokens\/|stream\/usual-line\.)/,
  /^packages\/store\/src\/(?:crash|power-loss|sqlite-store|trace-store|open-sqlite|atomicity)\./,
  /^packages\/tools\/src\/(?:shell|search|mcp)\//,
  /^packages\/tools\/src\/(?:boundary\/swap-race|web\/web-fetch)\./,
];

/** Vitest leaves one core to itself, which on two cores means that one stands idle. */
const workers = Math.max(2, availableParallelism() - 1);

/** Everything but the browser tests; with `fast` also without what takes long. */
export async function runVitest({ fast = false } = {}) {
  const report = freshReport('vitest');
  const { code } = await run('vitest', [
    'run',
    `--maxWorkers=${workers}`,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(fast ? fastTests() : []),
  ]);
  return readReport('vitest', report, code);
}

/** The browser tests, against the built page and the real server: `entry` is its file, its sources without. */
export async function runBrowserTests(entry) {
  const report = freshReport('playwright');
  const folder = join(root, 'apps', 'e2e');
  const playwright = join(folder, 'node_modules', '.bin', 'playwright');
  if (!existsSync(playwright))
    return { passed: 0, failed: ['the browser tests are not installed'], skipped: [] };
  const env = pinnedEnv(entry ? { SERVER_ENTRY: entry } : {});
  const { code } = await run(playwright, ['test'], { cwd: folder, env });
  return readReport('playwright', report, code);
}

function fastTests() {
  const tests = ['packages', 'apps/server', 'apps/web', 'scripts']
    .flatMap(filesBelow)
    .filter((file) => /\.test\.\w+$/.test(file));
  const chosen = tests.filter((file) => !slow.some((pattern) => pattern.test(file)));
  console.log(
    `Running ${chosen.length} files of tests; ${tests.length - chosen.length} that take long are left to npm test.`,
  );
  return chosen;
}

function freshReport(runner) {
  const file = join(root, 'test-results', `${runner}.json`);
  rmSync(file, { force: true });
  return file;
}
