import { expect, test } from 'vitest';
import { reportOn } from './reports.ts';

const say = (name: string, args: Record<string, unknown>, text: string) => [
  reportOn({ name, args, text }, 'en'),
  reportOn({ name, args, text }, 'zh'),
];

test.each<[string, Record<string, unknown>, string, string, string]>([
  [
    'list_directory',
    { path: '.' },
    'src/\na.md (3 B)\nl -> src',
    'The workspace has **3** entries: `src/`, `a.md`, `l -> src`.',
    '工作区里有 **3** 个条目：`src/`、`a.md`、`l -> src`。',
  ],
  ['list_directory', { path: 'x' }, '[the folder is empty]', '`x` is empty.', '`x` 是空的。'],
  ['list_directory', { path: 'x' }, 'a (1 B)', '`x` has **1** entry: `a`.', '`x` 里有 **1** 个条目：`a`。'],
  [
    'glob',
    { pattern: '*.x' },
    'No files match *.x in the workspace.',
    'No file matches `*.x`.',
    '没有文件符合 `*.x`。',
  ],
  [
    'glob',
    { pattern: '*.x' },
    'a.x',
    '**1** file matches `*.x`: `a.x`.',
    '有 **1** 个文件符合 `*.x`：`a.x`。',
  ],
  [
    'grep',
    { pattern: 'x' },
    'Nothing matches in the workspace.',
    '`x` is nowhere to be found.',
    '没有找到 `x`。',
  ],
  ['read_file', { path: 'a' }, '[the file is empty]', '`a` is empty.', '`a` 是空的。'],
  [
    'read_file',
    { path: 'a' },
    '     1\tx\n[lines 1–1 of 9; continue with offset 2]',
    '`a` has **9** lines. It begins:\n\n```text\nx\n```\n\n…and 8 more lines.',
    '`a` 有 **9** 行，开头是：\n\n```text\nx\n```\n\n还有 8 行。',
  ],
  [
    'bash',
    { command: 'true' },
    '[no output]\n[exit code 0]',
    '`true` ended with exit code **0** and printed nothing.',
    '`true` 的退出码是 **0**，没有输出。',
  ],
  [
    'bash',
    { command: 'x' },
    '[exit code 3]\noops\n[exit code 127]',
    '`x` ended with exit code **127** and printed 2 lines:\n\n```text\n[exit code 3]\noops\n```',
    '`x` 的退出码是 **127**，输出了 2 行：\n\n```text\n[exit code 3]\noops\n```',
  ],
  [
    'bash',
    { command: 'x' },
    'a\n[stopped after 5 s; ask for more with timeoutMs if it needs longer]\n[these processes could not be ended: 7]',
    '`x` did not end by itself (stopped after 5 s; ask for more with timeoutMs if it needs longer) and printed 1 line:\n\n```text\na\n```',
    '`x` 没有正常结束（stopped after 5 s; ask for more with timeoutMs if it needs longer），输出了 1 行：\n\n```text\na\n```',
  ],
  ['bash', { command: 'x' }, '', '`x` was run and printed nothing.', '`x` 已经运行，没有输出。'],
  [
    'write_file',
    { path: 'a', content: '好\n' },
    'Created a (1 lines, 4 B).',
    'Done: `a` now has 1 line and 2 characters.',
    '写好了：`a`，共 1 行、2 个字符。',
  ],
  ['other', {}, 'text', '```text\ntext\n```', '```text\ntext\n```'],
])('%s %j with %j', (name, args, text, english, chinese) => {
  expect(say(name, args, text)).toEqual([english, chinese]);
});

test('an error and a denial are told instead', () => {
  expect(say('read_file', { path: 'x' }, '"x" does not exist.')).toEqual([
    '`read_file` did not work:\n\n```text\n"x" does not exist.\n```',
    '`read_file` 没有成功：\n\n```text\n"x" does not exist.\n```',
  ]);
  expect(say('bash', { command: 'x' }, 'The user denied this call, with the note: no')).toEqual([
    'You denied `bash`: no. Nothing was done.',
    '你拒绝了 `bash`：no。什么也没有做。',
  ]);
});
