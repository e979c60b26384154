import { toVisible } from '@slipstream/protocol';
import { describe, expect, it } from 'vitest';
import { toOneLine } from './visible-text.ts';

describe('toVisible', () => {
  it.each([
    ['plain\ttext\n', 'plain\ttext\n'],
    ['你好 😀', '你好 😀'],
    ['rm \u202eexe.txt', 'rm \\u{202e}exe.txt'],
    ['a\u200bb', 'a\\u{200b}b'],
    ['\u001b]8;;evil\u0007', '\\u{1b}]8;;evil\\u{7}'],
    ['a\rb', 'a\\u{d}b'],
    ['\u2028', '\\u{2028}'],
    ['\u{e0041}', '\\u{e0041}'],
  ])('shows %j as %j', (text, shown) => {
    expect(toVisible(text)).toBe(shown);
  });
});

describe('toOneLine', () => {
  it('joins lines and cuts', () => {
    expect(toOneLine('a\n  b\tc ')).toBe('a b c');
    expect(toOneLine('x'.repeat(200), 10)).toBe('xxxxxxxxx…');
    expect(toOneLine('x'.repeat(1_000_000)).length).toBe(120);
  });
});
