import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoRules, findRule } from './rules.ts';
import { converse, type ToolAnswers } from './testing/converse.ts';

const tools: ToolAnswers = {
  list_directory: () => 'src/\nREADME.md (1.2 KiB)',
  read_file: () => '     1\t# Title\n     2\tText',
  write_file: () => 'Created a.txt (1 lines, 3 B).',
  edit_file: () => 'Edited c.txt at line 1.',
  bash: () => 'total 0\n[exit code 0]',
  grep: () => 'a.ts:1:TODO',
  glob: () => 'a.md\nb.md',
};

async function firstCall(text: string) {
  const [first] = await converse(text, tools);
  return first?.calls.map(({ name, args }) => ({ name, args }));
}

test.each(demoRules.flatMap((rule) => [[rule.example.en, rule] as const, [rule.example.zh, rule] as const]))(
  'the example "%s" of the help is understood by its own rule',
  (example, rule) => {
    expect(findRule(example).rule).toBe(rule);
    expect(findRule(example).matched.language).toBe(example === rule.example.en ? 'en' : 'zh');
  },
);

const haiku = { path: 'poem.txt', content: expect.stringMatching(/^Words flow.*\n.*\n.*\n$/) };
const chineseHaiku = { path: 'poem.txt', content: expect.stringMatching(/^字句.*\n.*\n.*\n$/) };

test.each<[string, string, object]>([
  ['list files', 'list_directory', { path: '.' }],
  ['Please list the files in src/app.', 'list_directory', { path: 'src/app' }],
  ['list files in ..', 'list_directory', { path: '..' }],
  ['what files are there?', 'list_directory', { path: '.' }],
  ['ls src', 'list_directory', { path: 'src' }],
  ['列出文件', 'list_directory', { path: '.' }],
  ['请列出 src 目录里的文件。', 'list_directory', { path: 'src' }],
  ['read README.md', 'read_file', { path: 'README.md' }],
  ['read the file "my notes.txt".', 'read_file', { path: 'my notes.txt' }],
  ['show me docs/a.md', 'read_file', { path: 'docs/a.md' }],
  ['读取 README.md', 'read_file', { path: 'README.md' }],
  ['打开文件 笔记.txt。', 'read_file', { path: '笔记.txt' }],
  ['write a haiku to poem.txt', 'write_file', haiku],
  ['write me a short haiku about rain', 'write_file', haiku],
  ['写一首俳句到 poem.txt', 'write_file', chineseHaiku],
  ['写一首俳句', 'write_file', chineseHaiku],
  ['write Hello to the world to a/b.txt', 'write_file', { path: 'a/b.txt', content: 'Hello to the world\n' }],
  ['write "two\nlines" into x.txt', 'write_file', { path: 'x.txt', content: 'two\nlines\n' }],
  ['write 你好 to x.txt', 'write_file', { path: 'x.txt', content: '你好\n' }],
  ['把“你好”写到 x.txt', 'write_file', { path: 'x.txt', content: '你好\n' }],
  ['写 一二三 到 x.txt', 'write_file', { path: 'x.txt', content: '一二三\n' }],
  ['replace a b with c d in x.txt', 'edit_file', { path: 'x.txt', oldText: 'a b', newText: 'c d' }],
  ['edit x.txt: replace "a" with "b"', 'edit_file', { path: 'x.txt', oldText: 'a', newText: 'b' }],
  ['in x.txt, change a to b', 'edit_file', { path: 'x.txt', oldText: 'a', newText: 'b' }],
  ['把 x.txt 里的 旧 替换成 新', 'edit_file', { path: 'x.txt', oldText: '旧', newText: '新' }],
  ['在 x.txt 中把 旧 改成 新。', 'edit_file', { path: 'x.txt', oldText: '旧', newText: '新' }],
  ['run ls -la', 'bash', { command: 'ls -la' }],
  ['run `echo "hi!"`', 'bash', { command: 'echo "hi!"' }],
  ['$ trap "" TERM; sleep 60', 'bash', { command: 'trap "" TERM; sleep 60' }],
  ['运行 ls -la', 'bash', { command: 'ls -la' }],
  ['执行命令：echo 好', 'bash', { command: 'echo 好' }],
  ['search for TODO', 'grep', { pattern: 'TODO' }],
  ['search for "two words" in src', 'grep', { pattern: 'two words', path: 'src' }],
  ['grep import', 'grep', { pattern: 'import' }],
  ['搜索 待办', 'grep', { pattern: '待办' }],
  ['在 src 里搜索 import', 'grep', { pattern: 'import', path: 'src' }],
  ['find *.ts', 'glob', { pattern: '*.ts' }],
  ['find all files matching src/**/*.ts', 'glob', { pattern: 'src/**/*.ts' }],
  ['查找 *.md', 'glob', { pattern: '*.md' }],
])('"%s" calls %s', async (text, name, args) => {
  expect(await firstCall(text)).toEqual([{ name, args }]);
});

test.each<[string, string[]]>([
  ['list files', ['**2** entries', '`src/`, `README.md`']],
  ['列出文件', ['**2** 个条目', '`src/`、`README.md`']],
  ['read a.md', ['`a.md` has **2** lines', '# Title\nText']],
  ['读取 a.md', ['`a.md` 有 **2** 行', '# Title\nText']],
  ['write Hi to a.txt', ['`a.txt` now has 1 line and 3 characters']],
  ['把 你好 写到 a.txt', ['`a.txt`，共 1 行、3 个字符']],
  ['replace a with b in c.txt', ['in `c.txt`, “a” is now “b”']],
  ['run ls -la', ['`ls -la` ended with exit code **0**', 'total 0']],
  ['运行 ls -la', ['`ls -la` 的退出码是 **0**', 'total 0']],
  ['search for TODO', ['`TODO` is in **1** line', 'a.ts:1:TODO']],
  ['搜索 TODO', ['`TODO` 出现在 **1** 行里']],
  ['find *.md', ['**2** files match `*.md`: `a.md`, `b.md`']],
  ['查找 *.md', ['有 **2** 个文件符合 `*.md`']],
])('"%s" ends with what the tool found', async (text, parts) => {
  const answers = await converse(text, tools);
  expect(answers.map((answer) => answer.finish)).toEqual(['tool_calls', 'stop']);
  expect(answers[0]?.text).not.toBe('');
  for (const part of parts) expect(answers[1]?.text).toContain(part);
});

test.each([
  ['list files', 'list_directory'],
  ['read a.txt', 'read_file'],
  ['write a haiku to poem.txt', 'write_file'],
  ['replace a with b in c.txt', 'edit_file'],
  ['run ls', 'bash'],
  ['search for x', 'grep'],
  ['find *.ts', 'glob'],
])('"%s" says so when %s is not offered', async (text, tool) => {
  const others = Object.fromEntries(Object.entries(tools).filter(([name]) => name !== tool));
  const answers = await converse(text, others);
  expect(answers).toMatchObject([{ finish: 'stop', calls: [] }]);
  expect(answers[0]?.text).toBe(
    `This needs the tool \`${tool}\`, which is not offered to me here, so I did nothing.`,
  );
});

test('says so in Chinese, too', async () => {
  const [answer] = await converse('运行 ls');
  expect(answer?.text).toBe('这件事需要工具 `bash`，但这里没有把它提供给我，所以我什么也没有做。');
});

test.each([
  ['run ls', 'with the note: not now', 'You denied `bash`: not now. Nothing was done.'],
  ['run ls', '', 'You denied `bash`, so nothing was done.'],
  ['运行 ls', 'with the note: 先别', '你拒绝了 `bash`：先别。什么也没有做。'],
  ['运行 ls', '', '你拒绝了 `bash`，所以什么也没有做。'],
])('"%s", denied %s, is answered so', async (text, note, said) => {
  const answers = await converse(text, {
    bash: () =>
      note ? `The user denied this call, ${note}` : 'The user denied this call. Do not repeat it.',
  });
  expect(answers[1]?.text).toBe(said);
});

test('a failure is told with the words of the tool', async () => {
  const answers = await converse('read no.txt', { read_file: () => '"no.txt" does not exist.' });
  expect(answers[1]?.text).toBe('`read_file` did not work:\n\n```text\n"no.txt" does not exist.\n```');
  const chinese = await converse('读取 no.txt', { read_file: () => '"no.txt" does not exist.' });
  expect(chinese[1]?.text).toContain('`read_file` 没有成功');
});

test.each([
  ['edit poem.txt', 'replace old text with new text in poem.txt'],
  ['编辑 poem.txt', '把 poem.txt 里的 旧文字 替换成 新文字'],
])('"%s" is asked back what to change', async (text, said) => {
  const [answer] = await converse(text, tools);
  expect(answer?.calls).toEqual([]);
  expect(answer?.text).toContain(said);
});

test('every turn comes to an end, whatever is asked and whatever the tools say', async () => {
  const asked = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(...demoRules.flatMap((rule) => [rule.example.en, rule.example.zh])),
  );
  await fc.assert(
    fc.asyncProperty(asked, fc.string({ unit: 'grapheme' }), async (text, result) => {
      const answering = Object.fromEntries(Object.keys(tools).map((name) => [name, () => result]));
      const answers = await converse(text, answering);
      expect(answers.length).toBeLessThanOrEqual(4);
      expect(answers.at(-1)?.text).not.toBe('');
    }),
  );
});

test.each([
  [
    'let two sub-agents look around',
    'list files',
    'This is what they say:\n\n> I saw\n> it\n\n> I saw\n> it',
  ],
  ['让两个子智能体看看', '列出文件', '子智能体的结论：\n\n> I saw\n> it\n\n> I saw\n> it'],
])('"%s" asks two sub-agents at once, and tells what they say', async (text, prompt, said) => {
  const answers = await converse(text, { task: () => 'I saw\nit' });
  expect(answers[0]?.calls).toMatchObject([
    { name: 'task', args: { agent: 'explore', prompt } },
    { name: 'task', args: { agent: 'explore' } },
  ]);
  expect(answers[1]?.text).toBe(said);
  const [without] = await converse(text, tools);
  expect(without?.text).toContain('`task`');
});
