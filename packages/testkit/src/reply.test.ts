import { expect, test } from 'vitest';
import { cutInto, reply } from './reply.ts';

test('makes steps that say what they are', () => {
  expect(reply.text('a', 'b')).toEqual({ step: 'text', pieces: ['a', 'b'] });
  expect(reply.toolCall('bash', { command: 'ls' }, { id: 'c1', fragments: 2 })).toEqual({
    step: 'tool_call',
    id: 'c1',
    name: 'bash',
    fragments: ['{"comman', 'd":"ls"}'],
  });
  expect(reply.toolCall('bash', '{"broken')).toEqual({
    step: 'tool_call',
    id: undefined,
    name: 'bash',
    fragments: ['{"broken'],
  });
  expect(reply.usage(3, 4, { cachedTokens: 2 })).toEqual({
    step: 'usage',
    usage: { inputTokens: 3, outputTokens: 4, reasoningTokens: 0, cachedTokens: 2 },
  });
});

test.each([1, 2, 3, 7, 10, 100])('text cut into %i pieces joins to itself', (count) => {
  const text = 'abcdefghij';
  const pieces = cutInto(text, count);
  expect(pieces.join('')).toBe(text);
  expect(pieces.length).toBeLessThanOrEqual(count);
});

test('empty text is one empty piece', () => {
  expect(cutInto('', 3)).toEqual(['']);
});
