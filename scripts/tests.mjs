// Runs the two test runners with their output shown and their JSON reports read.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readReport } from './test-reports.mjs';
import { root, run } from './workspace.mjs';

/** Everything but the browser tests. */
export async function runVitest() {
  const report = freshReport('vitest');
  const { code } = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return readReport('vitest', report, code);
}

/** The browser tests, against the built page and the real server. */
export async function runBrowserTests() {
  const report = freshReport('playwright');
  const folder = join(root, 'apps', 'e2e');
  const playwright = join(folder, 'node_modules', '.bin', 'playwright');
  if (!existsSync(playwright))
    return { passed: 0, failed: ['the browser tests are not installed'], skipped: [] };
  const { code } = await run(playwright, ['test'], { cwd: folder });
  return readReport('playwright', report, code);
}

function freshReport(runner) {
  const file = join(root, 'test-results', `${runner}.json`);
  rmSync(file, { force: true });
  return file;
}
