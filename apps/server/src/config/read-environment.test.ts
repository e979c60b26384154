import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnvironment } from './read-environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipstream-env-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('The environment wins over the file, except where it is empty', () => {
  writeFileSync(join(folder, '.env'), '# mine\nPORT=1\nOPENAI_MODEL="a b"\nOPENAI_API_KEY=from-file\n');
  const env = readEnvironment({ PORT: '2', OPENAI_API_KEY: '', OTHER: 'x' }, folder);
  expect(env).toEqual({ PORT: '2', OPENAI_MODEL: 'a b', OPENAI_API_KEY: 'from-file', OTHER: 'x' });
});

test('A missing file is as good as an empty one', () => {
  expect(readEnvironment({ PORT: '2' }, folder)).toEqual({ PORT: '2' });
});

test('A file that cannot be read is told', () => {
  expect(() => readEnvironment({}, '/dev/null')).toThrow(/\.env cannot be read \(ENOTDIR\)/);
});
