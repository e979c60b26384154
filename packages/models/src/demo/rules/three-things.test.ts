import type { Json } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { converse, type ToolAnswers } from '../testing/converse.ts';

const tools: ToolAnswers = {
  list_directory: () => 'src/\na.md (3 B)',
  glob: () => 'a.md',
  grep: () => 'Nothing matches in the workspace.',
  write_file: () => 'Created three-things.md (5 lines, 90 B).',
  bash: () => 'total 1\n 5 three-things.md\n[exit code 0]',
};
const denied = () => 'The user denied this call, with the note: leave my files alone';

const toCalls = (answers: Awaited<ReturnType<typeof converse>>) =>
  answers.map((answer) => answer.calls.map((call) => call.name));

test('works in several steps, the first of which calls three tools at once', async () => {
  const written: Json[] = [];
  const answers = await converse('work on three things', {
    ...tools,
    write_file(args) {
      written.push(args);
      return 'Created three-things.md (5 lines, 90 B).';
    },
  });
  expect(toCalls(answers)).toEqual([['list_directory', 'glob', 'grep'], ['write_file'], ['bash'], []]);
  expect(answers.map((answer) => answer.text)).toEqual([
    expect.stringContaining('**First**'),
    expect.stringContaining('**Second**'),
    expect.stringContaining('**Third**'),
    expect.stringContaining('5 calls, 5 of which worked'),
  ]);
  expect(answers[1]?.text).toContain('- The workspace has **2** entries');
  expect(answers[2]?.calls[0]?.args).toEqual({ command: 'ls -la && wc -l three-things.md' });
  expect(written).toEqual([
    { path: 'three-things.md', content: expect.stringContaining('- The workspace has **2** entries') },
  ]);
});

test('does the same in Chinese', async () => {
  const answers = await converse('做三件事', tools);
  expect(toCalls(answers)).toEqual([['list_directory', 'glob', 'grep'], ['write_file'], ['bash'], []]);
  expect(answers[3]?.text).toContain('5 次调用，其中 5 次成功');
});

test('goes on after a denial', async () => {
  const answers = await converse('work on three things', { ...tools, write_file: denied });
  expect(toCalls(answers).at(2)).toEqual(['bash']);
  expect(answers[2]?.calls[0]?.args).toEqual({ command: 'ls -la' });
  expect(answers[2]?.text).toContain('You denied `write_file`: leave my files alone.');
  expect(answers[3]?.text).toContain('5 calls, 4 of which worked');
});

test('leaves out what is not offered, and says so', async () => {
  const { bash: _, glob: __, ...rest } = tools;
  const answers = await converse('work on three things', rest);
  expect(toCalls(answers)).toEqual([['list_directory', 'grep'], ['write_file'], []]);
  expect(answers[0]?.text).toContain('`glob`, which is not offered');
  expect(answers[2]?.text).toContain('`bash`, which is not offered');
});

test('comes to an end without any tool', async () => {
  const answers = await converse('work on three things');
  expect(toCalls(answers)).toEqual([[]]);
  expect(answers[0]?.text).toContain('0 calls');
});
