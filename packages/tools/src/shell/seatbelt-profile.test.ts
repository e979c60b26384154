import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSeatbeltProfile } from './seatbelt-profile.ts';

const usual = {
  workspace: '/Users/me/work',
  access: 'write',
  network: 'off',
  hidden: ['/Users/me/data', '/Users/me/work/.env'],
  readable: ['/Users/me/.nvm'],
} as const;

describe('the profile for macOS', () => {
  it('refuses what it does not name, and last of all what is hidden and the network', () => {
    const lines = toSeatbeltProfile(usual, '/private/tmp/x').trimEnd().split('\n');
    expect(lines.slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
    expect(lines.slice(-3)).toEqual([
      '(deny file-read* file-write* (subpath "/Users/me/data"))',
      '(deny file-read* file-write* (subpath "/Users/me/work/.env"))',
      '(deny network*)',
    ]);
  });

  it('lets the workspace and a temporary folder be written, but not what git and the server would trust', () => {
    const lines = toSeatbeltProfile(usual, '/private/tmp/x').split('\n');
    const allowed = lines.indexOf(
      '(allow file-write* (subpath "/private/tmp/x") (subpath "/Users/me/work"))',
    );
    expect(allowed).toBeGreaterThan(0);
    for (const rule of [
      '(subpath "/Users/me/work/.slipstream")',
      '(subpath "/Users/me/work/.git/hooks")',
      '(literal "/Users/me/work/.git/config")',
    ])
      expect(lines.indexOf(`(deny file-write* ${rule})`)).toBeGreaterThan(allowed);
  });

  it('lets nothing of the workspace be written for what only reads', () => {
    const text = toSeatbeltProfile({ ...usual, access: 'read' }, '/private/tmp/x');
    expect(text).toContain('(allow file-write* (subpath "/private/tmp/x"))\n');
  });

  it('names home folders only where they are listed', () => {
    const text = toSeatbeltProfile({ ...usual, hidden: [] }, '/private/tmp/x');
    const named = [...text.matchAll(/"(\/Users[^"]*)"/g)].map(([, path]) => path);
    expect(named.filter((path) => !path?.startsWith('/Users/me/work'))).toEqual(['/Users/me/.nvm']);
    expect(text).not.toContain('(allow network');
    expect(toSeatbeltProfile({ ...usual, network: 'on' }, '/x')).toContain('(allow network*)');
  });

  it('cannot be left by a path, whatever its name holds', () => {
    const name = fc.string({ unit: fc.constantFrom(...'a"\\() \n;#'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(name, (odd) => {
        const text = toSeatbeltProfile({ ...usual, workspace: `/w/${odd}` }, '/x');
        // Outside of strings nothing of it is left.
        const bare = text.replace(/"(?:[^"\\]|\\.)*"/gs, 'S');
        expect(bare).toBe(
          toSeatbeltProfile({ ...usual, workspace: '/w/plain' }, '/x').replace(/"(?:[^"\\]|\\.)*"/gs, 'S'),
        );
      }),
    );
  });
});
