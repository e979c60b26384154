import { AppError } from '@slipstream/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Boundary } from './boundary.ts';
import { toRelativePath } from './parse-path.ts';

const boundary: Boundary = { root: '/link/ws', realRoot: '/real/ws', hidden: [] };

function codeFor(path: string): string {
  try {
    return `ok ${toRelativePath(boundary, path)}`;
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

describe('toRelativePath', () => {
  it.each([
    ['a/b.txt', 'ok a/b.txt'],
    ['.', 'ok .'],
    ['./', 'ok .'],
    ['a/../b', 'ok b'],
    ['a//./b/', 'ok a/b'],
    ['/real/ws', 'ok .'],
    ['/real/ws/x', 'ok x'],
    ['/link/ws/x/', 'ok x'],
    ['..x/y', 'ok ..x/y'],
    ['a%2f..%2f..', 'ok a%2f..%2f..'],
    ['名字.txt', 'ok 名字.txt'],
    ['..', 'forbidden'],
    ['../ws2/x', 'forbidden'],
    ['a/../../ws/../x', 'forbidden'],
    ['/', 'forbidden'],
    ['/etc/passwd', 'forbidden'],
    ['/real/ws2/x', 'forbidden'],
    ['/real/ws/../ws2', 'forbidden'],
    ['/proc/self/root/etc/passwd', 'forbidden'],
    ['', 'invalid_request'],
    ['  ', 'invalid_request'],
    ['a\0b', 'invalid_request'],
    ['C:/x', 'invalid_request'],
    ['c:x', 'invalid_request'],
    ['..\\x', 'invalid_request'],
    ['\\\\server\\share', 'invalid_request'],
    ['~', 'invalid_request'],
    ['~/x', 'invalid_request'],
    ['a'.repeat(5000), 'invalid_request'],
  ])('takes %j as %s', (path, expected) => {
    expect(codeFor(path)).toBe(expected);
  });

  it('never gives a path with .. in it, or an absolute one', () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '', 'a', '/real/ws', '/link', 'ws', 'ws2'), fc.string());
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const result = codeFor(parts.join('/'));
        if (!result.startsWith('ok ')) return;
        const path = result.slice(3);
        expect(path.startsWith('/')).toBe(false);
        expect(path.split('/')).not.toContain('..');
      }),
      { numRuns: 2000 },
    );
  });
});
