import { expect, test } from 'vitest';
import { estimateTokens } from '../estimate-tokens.ts';
import { attachedTokens, boundTokens } from './token-counter.ts';

test('the bound lies above the estimate, for English, code and Chinese', () => {
  for (const text of [
    'Some words of English.',
    'const a = (b) => b ?? c;',
    '这是一段中文。',
    'mixed 文字 text',
  ])
    expect(boundTokens(text)).toBeGreaterThanOrEqual(estimateTokens(text));
});

test('images count by the tags that name them, other attachments by their text', () => {
  const image = '<attachment id="a" name="x.png" type="image/png"/>';
  expect(attachedTokens(`Look: ${image}\n${image}`)).toBe(3000);
  expect(attachedTokens('<attachment id="a" name="x.txt" type="text/plain">\ntext\n</attachment>')).toBe(0);
  expect(attachedTokens('plain')).toBe(0);
});
