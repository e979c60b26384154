import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecretMask, secretValues } from './mask-secrets.ts';

const canary = 'canary-value-1234';

describe('the mask', () => {
  it.each([
    ['sk-proj-abcdefghijklmnopqrstuvwx'],
    [`ghp_${'a1B2'.repeat(9)}`],
    ['AKIAABCDEFGHIJKLMNOP'],
    [`AIza${'x'.repeat(35)}`],
    ['xoxb-123456789012-abcdef'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----'],
    ['-----BEGIN PRIVATE KEY-----\ncut off'],
    [canary],
  ])('takes out %j', (secret) => {
    expect(createSecretMask([canary]).mask(`before ${secret}`)).toBe('before [secret]');
  });

  it.each(['sk-short', 'task-force-of-the-century', 'the key is on the table', 'AKIAABC', 'short'])(
    'leaves %j',
    (text) => {
      expect(createSecretMask(['short']).mask(text)).toBe(text);
    },
  );

  it('takes out the longer of two values that overlap', () => {
    expect(createSecretMask([canary, `${canary}-and-more`]).mask(`x${canary}-and-morey`)).toBe('x[secret]y');
  });

  it('finds a value in text that is cut anywhere, and loses nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(canary, 'canary', 'can', '-value', ' ', 'x', 'c'), { maxLength: 12 }),
        fc.array(fc.nat(60), { maxLength: 8 }),
        (words, cuts) => {
          const text = words.join('');
          const places = [
            0,
            ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b),
            text.length,
          ];
          const mask = createSecretMask([canary]);
          const stream = mask.stream();
          const out = places.slice(1).map((end, index) => stream.push(text.slice(places[index], end)));
          expect(out.join('') + stream.end()).toBe(mask.mask(text));
        },
      ),
    );
  });
});

it('knows secrets by the names of their variables', () => {
  expect(
    secretValues({
      OPENAI_API_KEY: 'one',
      AUTH_TOKEN: 'two',
      DB_PASSWORD: 'three',
      KEYBOARD: 'no',
      PATH: 'no',
      EMPTY_KEY: '',
    }),
  ).toEqual(['one', 'two', 'three']);
});
