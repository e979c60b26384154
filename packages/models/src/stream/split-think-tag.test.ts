import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createThinkSplitter } from './split-think-tag.ts';

function split(pieces: readonly string[]): { text: string; reasoning: string } {
  const seen = { text: '', reasoning: '' };
  const splitter = createThinkSplitter((type, piece) => {
    expect(piece).not.toBe('');
    seen[type] += piece;
  });
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return seen;
}

const examples: [string, string, string, string][] = [
  ['a block at the start', '<think>hm</think>Yes', 'Yes', 'hm'],
  ['white space before it', ' \n<think>hm</think>Yes', ' \nYes', 'hm'],
  ['a tag later is text', 'Use <think>x</think>', 'Use <think>x</think>', ''],
  ['only the first block counts', '<think>a</think><think>b</think>', '<think>b</think>', 'a'],
  ['never closed', '<think>on and on </thin', '', 'on and on </thin'],
  ['only a closing tag', 'hm</think>Yes', 'hm</think>Yes', ''],
  ['a beginning that is none', '<thin', '<thin', ''],
  ['another tag', '<thinking>x</thinking>', '<thinking>x</thinking>', ''],
  ['false closing tags', '<think>a</thin</think>b', 'b', 'a</thin'],
  ['an empty block', '<think></think>b', 'b', ''],
  ['only white space', ' \n ', ' \n ', ''],
];

describe('think tags', () => {
  test.each(examples)('%s', (_, content, text, reasoning) => {
    expect(split([content])).toEqual({ text, reasoning });
  });

  test.each(examples)('%s, character by character', (_, content, text, reasoning) => {
    expect(split([...content])).toEqual({ text, reasoning });
  });

  test('however it is cut, the parts are the same, and nothing but the tags is gone', () => {
    const part = fc.constantFrom('<think>', '</think>', '<', '/', '<thi', 'a', ' ', '\n');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const whole = split([parts.join('')]);
        expect(split(parts)).toEqual(whole);
        expect(parts.join('').length - whole.text.length - whole.reasoning.length).toBeOneOf([0, 7, 15]);
      }),
    );
  });

  test('endless white space at the start is passed on at once', () => {
    const seen: string[] = [];
    const splitter = createThinkSplitter((_, piece) => seen.push(piece));
    for (let index = 0; index < 3; index += 1) splitter.push(' ');
    expect(seen).toEqual([' ', ' ', ' ']);
  });
});
