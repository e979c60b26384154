import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import en from '../../i18n/en.json' with { type: 'json' };
import { chooseLanguage } from '../../i18n/i18n.ts';
import { failureLine, knownEnds, knownFailures } from './failure-line.ts';
import { knownNotices, noticeWords } from './notice-words.ts';

const lineOf = (output: string) => failureLine(i18next.t, { output });

test('a sentence of a tool is said in the language of the page', async () => {
  const outside = '"../a b.md" is outside the workspace. Only files inside the workspace can be used.';
  expect(lineOf(outside)).toBe('../a b.md is outside the workspace.');
  await chooseLanguage('zh');
  expect(lineOf(outside)).toBe('../a b.md 不在工作区内。');
  expect(lineOf('There is no tool named "fly". The tools are: bash.')).toBe('没有名为 fly 的工具。');
  expect(lineOf('"a.txt" has only 3 lines; there is no line 9.')).toBe('a.txt 没有第 9 行。');
});

test('a command tells how it ended, and what it said last', async () => {
  await chooseLanguage('zh');
  expect(lineOf('> test\n\nError: expected 3, got 8\n[exit code 1]')).toBe(
    '退出码 1。Error: expected 3, got 8',
  );
  expect(lineOf('[no output]\n[exit code 2]')).toBe('退出码 2。');
  expect(lineOf('working\nTimed out after 120 s and was stopped.')).toBe('超过 120 秒，已停止。working');
});

test('what is not known stands as it came', async () => {
  await chooseLanguage('zh');
  expect(lineOf('\n  \nThe moon is not there.\nIt was.')).toBe('The moon is not there.');
  expect(lineOf('')).toBe('');
});

test('a notice is said in the language of the page', async () => {
  await chooseLanguage('zh');
  const said = 'The rule "bash(ls *)" could not be stored; it counts for this session only.';
  expect(noticeWords(i18next.t, said)).toBe('规则“bash(ls *)”未能保存，只在本次对话中有效。');
  expect(noticeWords(i18next.t, 'Something else.')).toBe('Something else.');
});

test('each known sentence has words, and is one that the server can say', () => {
  const sources = ['tools', 'agent']
    .map((name) => join(import.meta.dirname, '../../../../../packages', name, 'src'))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const calls = { ...knownFailures, ...knownEnds };
  expect(Object.keys(en.callFailure).toSorted()).toEqual(Object.keys(calls).toSorted());
  expect(Object.keys(en.notice).toSorted()).toEqual(Object.keys(knownNotices).toSorted());
  const unsaid = [...Object.values(calls), ...Object.values(knownNotices)].flatMap((words) =>
    words
      .replace(/^\[|\]$/g, '')
      .split(/"?\{\{\w+\}\}"?|: /)
      .map((part) => part.trim())
      .filter((part) => /[a-z]{3}/.test(part) && !sources.includes(part)),
  );
  expect(unsaid).toEqual([]);
});
