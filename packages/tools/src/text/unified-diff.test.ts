import { describe, expect, it } from 'vitest';
import { lineCount, toUnifiedDiff } from './unified-diff.ts';

describe('toUnifiedDiff', () => {
  it('shows a new, a changed and an equal file', () => {
    expect(toUnifiedDiff('a.txt', undefined, 'x\n', 4096)).toBe(
      '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,1 @@\n+x',
    );
    expect(toUnifiedDiff('a.txt', 'x\ny\n', 'x\nz\n', 4096)).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n x\n-y\n+z',
    );
    expect(toUnifiedDiff('a.txt', 'x', 'x', 4096)).toBe('(a.txt already has exactly this content)');
  });

  it('stays within its bytes and says what is missing', () => {
    const diff = toUnifiedDiff('a.txt', '', 'line\n'.repeat(2000), 1000);
    expect(Buffer.byteLength(diff)).toBeLessThanOrEqual(1000);
    expect(diff).toMatch(/\[the diff goes on: 2003 lines in all\]$/);
  });

  it('gives up on texts that have nothing in common', () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word}${index}\n`).join('');
    expect(toUnifiedDiff('a.txt', lines('a'), lines('b'), 4096)).toBe(
      '(a.txt: nearly everything changes, 5000 lines become 5000)',
    );
  });

  it('shows what would change how the diff reads', () => {
    expect(toUnifiedDiff('a', '', 'x\u202ey\n', 4096)).toContain('+x\\u{202e}y');
    const path = 'a\u202etxt.exe';
    expect(toUnifiedDiff(path, 'x', 'x', 4096)).toBe('(a\\u{202e}txt.exe already has exactly this content)');
    const diff = toUnifiedDiff(path, 'x', 'y', 4096);
    expect(diff).toContain('+++ b/a\\u{202e}txt.exe\n');
    expect(diff).not.toContain('\u202e');
    expect(toUnifiedDiff('笔记.txt', 'x', 'y', 4096)).toMatch(/^--- a\/笔记\.txt\n\+\+\+ b\/笔记\.txt\n@@/);
  });
});

describe('lineCount', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['\n', 1],
    ['a\nb', 2],
    ['a\n\n', 2],
  ])('%j has %d', (text, count) => {
    expect(lineCount(text)).toBe(count);
  });
});
