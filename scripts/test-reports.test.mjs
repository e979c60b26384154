import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromPlaywright, fromVitest, readReport } from './test-reports.mjs';
import { root } from './workspace.mjs';

const file = (status, tests) => ({
  name: join(root, 'packages/a/src/a.test.ts'),
  status,
  assertionResults: tests,
});

describe('fromVitest', () => {
  it('sorts tests by status and names them below the root', () => {
    const report = {
      testResults: [
        file('failed', [
          { status: 'passed', fullName: 'a b' },
          { status: 'failed', fullName: 'a c' },
          { status: 'pending', fullName: 'a d' },
          { status: 'todo', fullName: 'a e' },
        ]),
      ],
    };
    expect(fromVitest(report)).toEqual({
      passed: 1,
      failed: ['packages/a/src/a.test.ts › a c'],
      skipped: ['packages/a/src/a.test.ts › a d', 'packages/a/src/a.test.ts › a e'],
    });
  });

  it('counts a file that could not be loaded as one failure', () => {
    expect(fromVitest({ testResults: [file('failed', [])] }).failed).toEqual([
      'packages/a/src/a.test.ts (the file itself)',
    ]);
  });
});

describe('fromPlaywright', () => {
  it('reads nested suites, and counts a flaky test as failed', () => {
    const spec = (title, status) => ({ title, tests: [{ status }] });
    const report = {
      errors: [],
      suites: [
        {
          title: 'chat.spec.ts',
          specs: [spec('answers', 'expected')],
          suites: [
            {
              title: 'stop',
              specs: [spec('ends', 'flaky'), spec('kills', 'unexpected'), spec('later', 'skipped')],
            },
          ],
        },
      ],
    };
    expect(fromPlaywright(report)).toEqual({
      passed: 1,
      failed: ['chat.spec.ts › stop › ends', 'chat.spec.ts › stop › kills'],
      skipped: ['chat.spec.ts › stop › later'],
    });
  });

  it('counts an error outside of any test', () => {
    const report = { suites: [], errors: [{ message: 'No browser was found.\nat …' }] };
    expect(fromPlaywright(report).failed).toEqual(['No browser was found.']);
  });
});

describe('readReport', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'slipstream-report-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('counts a bad ending that no test explains, and a report that was never written', () => {
    const path = join(folder, 'report.json');
    expect(readReport('vitest', path, 0).failed).toEqual(['vitest ended with code 0, see its output above']);
    writeFileSync(path, JSON.stringify({ testResults: [] }));
    expect(readReport('vitest', path, 0).failed).toEqual([]);
    expect(readReport('vitest', path, 1).failed).toEqual(['vitest ended with code 1, see its output above']);
  });
});
