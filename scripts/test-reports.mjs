// Reads the JSON reports of the test runners into one kind of result: how many passed, which failed, which were
// skipped. A runner that ended badly without naming a failed test counts as one failure, so that nothing is lost.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './workspace.mjs';

/** @typedef {{ passed: number, failed: string[], skipped: string[] }} TestResult */

/**
 * @param {'vitest' | 'playwright'} runner
 * @param {string} file
 * @param {number} exitCode
 */
export function readReport(runner, file, exitCode) {
  const isThere = existsSync(file);
  const result = isThere ? toResult[runner](JSON.parse(readFileSync(file, 'utf8'))) : nothing();
  if ((exitCode !== 0 || !isThere) && result.failed.length === 0)
    result.failed.push(`${runner} ended with code ${exitCode}, see its output above`);
  return result;
}

const toResult = { vitest: fromVitest, playwright: fromPlaywright };

export function fromVitest(report) {
  const result = nothing();
  for (const file of report.testResults) {
    const name = relative(root, file.name);
    for (const test of file.assertionResults) add(result, test.status, `${name} › ${test.fullName}`);
    if (file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
      result.failed.push(`${name} (the file itself)`);
  }
  return result;
}

export function fromPlaywright(report) {
  const result = nothing();
  /** @type {Record<string, string>} */
  const statuses = { expected: 'passed', flaky: 'failed', unexpected: 'failed', skipped: 'skipped' };
  const visit = (suite, path) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        add(result, statuses[test.status] ?? 'failed', [...path, spec.title].filter(Boolean).join(' › '));
    for (const child of suite.suites ?? []) visit(child, [...path, child.title]);
  };
  for (const suite of report.suites) visit(suite, [suite.title]);
  for (const error of report.errors ?? []) result.failed.push(firstLine(error.message));
  return result;
}

/** @returns {TestResult} */
function nothing() {
  return { passed: 0, failed: [], skipped: [] };
}

/**
 * @param {TestResult} result
 * @param {string} status
 * @param {string} name
 */
function add(result, status, name) {
  if (status === 'passed') result.passed += 1;
  else if (status === 'failed') result.failed.push(name);
  else result.skipped.push(name);
}

function firstLine(text) {
  return String(text).split('\n')[0] ?? '';
}
