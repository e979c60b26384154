import i18next from 'i18next';
import { expect, test } from 'vitest';
import en from '../../i18n/en.json' with { type: 'json' };
import { chooseLanguage } from '../../i18n/i18n.ts';
import { unsaid } from '../../testing/unsaid.ts';
import { knownRefusals } from '../approvals/known-refusals.ts';
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

test('why the server itself refused a call is said in the language of the page', async () => {
  const said = 'This call is not allowed here. The rule "bash(rm *)" forbids it.';
  expect(lineOf(said)).toBe('This call is not allowed here. The rule bash(rm *) forbids it.');
  await chooseLanguage('zh');
  expect(lineOf(said)).toBe('此处不允许这次调用。规则 bash(rm *) 禁止它。');
  expect(lineOf('This call is not allowed here. It is odd.')).toBe('此处不允许这次调用。It is odd.');
});

test('what a model was seen to want, and what is wrong with an agent, is said with its names', async () => {
  await chooseLanguage('zh');
  const say = (text: string) => noticeWords(i18next.t, text);
  expect(say('acme/m-1.5 refuses temperature, which is left out from now on.')).toBe(
    'acme/m-1.5 不接受 temperature，以后不再发送。',
  );
  expect(say('agents/a.md, line 3: "name" is missing. The other agents work.')).toBe(
    'agents/a.md 第 3 行：缺少字段 name。其他智能体不受影响。',
  );
  expect(say('agents/a.md: The file is larger than 64 KiB. The other agents work.')).toBe(
    '文件 agents/a.md：文件超过 64 KiB。其他智能体不受影响。',
  );
});

test('each known sentence has words, and is one that the server can say', () => {
  const calls = { ...knownFailures, ...knownEnds };
  expect(Object.keys(en.callFailure).toSorted()).toEqual(Object.keys(calls).toSorted());
  expect(Object.keys(en.notice).toSorted()).toEqual(Object.keys(knownNotices).toSorted());
  const sentences = [knownFailures, knownEnds, knownNotices, knownRefusals].flatMap((each) =>
    Object.values(each),
  );
  expect(unsaid(sentences, ['packages/tools', 'packages/agent', 'packages/models'])).toEqual([]);
});
