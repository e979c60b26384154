import { expect, test } from 'vitest';
import { toBlock, toLines, toNames } from './text-block.ts';

test('shows the first lines and says how many are left', () => {
  const text = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n');
  expect(toBlock(text, 'en')).toBe(
    `\`\`\`text\n${text.split('\n').slice(0, 8).join('\n')}\n\`\`\`\n\n…and 2 more lines.`,
  );
  expect(toBlock(text, 'zh')).toContain('还有 2 行。');
  expect(toBlock('a', 'en', 2)).toBe('```text\na\n```\n\n…and 1 more line.');
});

test('text cannot break out of its block, nor a name out of its backticks', () => {
  expect(toBlock('```\n# not a heading\n````', 'en')).toMatch(/^`````text\n[\s\S]+\n`````$/);
  expect(toNames(['a`b'], 1, 'en')).toBe("`a'b`");
});

test('long lines are cut, at a whole character', () => {
  const shown = toBlock('😀'.repeat(500), 'en').split('\n')[1] ?? '';
  expect([...shown].length).toBe(161);
  expect(shown.isWellFormed()).toBe(true);
});

test('shows the first names and says how many are left', () => {
  expect(toNames(['a', 'b'], 2, 'en')).toBe('`a`, `b`');
  expect(toNames([...'abcdefgh'], 8, 'en')).toBe('`a`, `b`, `c`, `d`, `e`, `f`, and 2 more');
  expect(toNames(['a', 'b'], 100, 'zh')).toBe('`a`、`b`，还有 98 个');
});

test('lines end where the text does', () => {
  expect(toLines('a\n\nb\n\n')).toEqual(['a', '', 'b']);
  expect(toLines('\n\n')).toEqual([]);
});
