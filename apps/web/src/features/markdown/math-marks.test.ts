import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMathMarks } from './math-marks.ts';

test.each([
  ['a \\(x^2\\) b', 'a $$x^2$$ b'],
  ['\\[\nx = 1\n\\]', '$$\nx = 1\n$$'],
  ['\\[x = 1\\]', '$$\nx = 1\n$$'],
  ['so \\[x = 1\\] it is', 'so $$x = 1$$ it is'],
  ['$$x = 1$$', '$$\nx = 1\n$$'],
  ['$$\nx = 1\n$$', '$$\nx = 1\n$$'],
  ['- one\n  \\[\n  x\n  \\]', '- one\n  $$\n  x\n  $$'],
  ['> \\[x\\]', '> $$\n> x\n> $$'],
  ['\\(a\n+ b\\)', '$$a + b$$'],
  ['面积是\\(\\pi r^2\\)。', '面积是$$\\pi r^2$$。'],
])('%j is written as %j', (text, expected) => {
  expect(toMathMarks(text)).toBe(expected);
});

test.each([
  'It costs $5, or $6 with tea.',
  'no maths \\* here',
  '`\\(x\\)` and ``a ` \\[b\\]``',
  '```tex\n\\[x\\]\n```',
  '~~~\n\\(x\\)\n~~~',
  '```tex\n\\[x',
  'an escaped \\\\(bracket\\\\)',
  'open \\( and nothing more',
  '\\[a\n\nb\\]',
  '\\(  \\)',
])('%j stays', (text) => {
  expect(toMathMarks(text)).toBe(text);
});

test('while it grows, a formula is left out until it is whole; one that never ends is not waited for', () => {
  const whole = 'So \\(x^2\\) and\n\n\\[\ny\n\\]';
  for (let length = 0; length <= whole.length; length += 1) {
    const shown = toMathMarks(whole.slice(0, length), true);
    expect(shown).not.toContain('\\(x');
    expect(shown.split('$$').length % 2).toBe(1);
  }
  const long = `see \\(${'word '.repeat(200)}`;
  expect(toMathMarks(long, true)).toBe(long);
});

test('never loses a letter that is not a mark, and ends for any text', () => {
  const letters = (text: string) => text.replace(/[\\()[\]$\s>]/g, '');
  const part = fc.constantFrom(
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '$$',
    '$',
    '`',
    '```',
    '~~~',
    '\n',
    '\n\n',
    'x',
    ' ',
    '\\',
    '>',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      expect(letters(toMathMarks(text))).toBe(letters(text));
    }),
  );
});
