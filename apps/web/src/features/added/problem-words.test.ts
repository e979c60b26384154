import i18next from 'i18next';
import { expect, test } from 'vitest';
import en from '../../i18n/en.json' with { type: 'json' };
import { chooseLanguage } from '../../i18n/i18n.ts';
import { unsaid } from '../../testing/unsaid.ts';
import { knownProblems, knownWhys, problemWords } from './problem-words.ts';

const say = (text: string) => problemWords(i18next.t, text);

test.each([
  ['"name" is missing.', '缺少字段 name。'],
  ['"maxSteps" cannot be used: it must be a whole number.', '字段 maxSteps 无法使用：必须是整数。'],
  [
    '"mode" cannot be used: it must be one of default, auto.',
    '字段 mode 无法使用：必须是以下之一：default, auto。',
  ],
  ['"a" cannot be used: Too big.', '字段 a 无法使用：Too big。'],
  [
    'skills/a/SKILL.md, line 1: There is no front matter with name and description.',
    /^skills\/a\/SKILL.md 第 1 行：缺少/,
  ],
  ['skills/a/SKILL.md, line 7: Odd.', 'skills/a/SKILL.md 第 7 行：Odd.'],
  ['The text under it is longer than 4000 characters.', '其下的文字超过 4000 个字符。'],
  ['The risk of fly must be one of read, write.', 'fly 的 risk 必须是以下之一：read, write。'],
  ['Line 3: SyntaxError', 'Line 3: SyntaxError'],
  ['It is not valid YAML: a field is there twice.', '这不是有效的 YAML：有一个字段出现了两次。'],
  ['It is not valid YAML: Odd thing.', '这不是有效的 YAML：Odd thing。'],
  [
    '"SOUL.md" is outside the workspace. Only files inside the workspace can be used.',
    'SOUL.md 不在工作区内。',
  ],
  [
    'agents/a.md: "a.md" may not be opened: permission denied.',
    '文件 agents/a.md：无法打开 a.md：没有权限。',
  ],
  ['The program "npx" was not found.', '找不到程序 npx。'],
  [
    'It ended while it was being started. It said: no module\nnamed x',
    '它在启动过程中就结束了。它说：no module\nnamed x',
  ],
  ['mcp.example:80 cannot be reached (ECONNREFUSED).', '无法连接 mcp.example:80（ECONNREFUSED）。'],
])('%s is said in the language of the page', async (said, words) => {
  await chooseLanguage('zh');
  if (typeof words === 'string') expect(say(said)).toBe(words);
  else expect(say(said)).toMatch(words);
});

test('each known sentence has words, and is one that the server can say', () => {
  const { at: _at, in: _in, itSaid: _itSaid, why, ...problems } = en.fileProblem;
  expect(Object.keys(problems).toSorted()).toEqual(Object.keys(knownProblems).toSorted());
  expect(Object.keys(why).toSorted()).toEqual(Object.keys(knownWhys).toSorted());
  const sentences = [...Object.values(knownProblems), ...Object.values(knownWhys)];
  expect(unsaid(sentences, ['packages/tools', 'packages/agent', 'apps/server'])).toEqual([]);
});
