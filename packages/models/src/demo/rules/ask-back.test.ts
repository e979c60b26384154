import { expect, test } from 'vitest';
import { converse } from '../testing/converse.ts';

test.each([
  ['ask me something', 'The user answered: At noon,\nwith tea', '> At noon,\n> with tea'],
  ['问我一个问题', 'The user answered: 清晨', '> 清晨'],
  [
    'please ask me a question',
    'The user chose not to answer. Do not ask the same again.',
    'do not ask again',
  ],
])('%s: asks with choices and takes the answer up', async (text, result, expected) => {
  const asked: unknown[] = [];
  const answers = await converse(text, {
    ask_user: (args) => {
      asked.push(args);
      return result;
    },
  });
  expect(asked).toEqual([
    { question: expect.stringMatching(/[?？]$/), choices: Array(3).fill(expect.any(String)) },
  ]);
  expect(answers.at(-1)?.text).toContain(expected);
});

test('without the tool it says so', async () => {
  const answers = await converse('ask me something');
  expect(answers.at(-1)?.text).toContain('`ask_user`');
});
