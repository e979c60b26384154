import { describe, expect, test } from 'vitest';
import { parseArguments, toWireArguments } from './call-arguments.ts';

const bigNumber = ' {"n": 12345678901234567890 }\n';

describe('arguments', () => {
  test.each<[string, string, unknown, string]>([
    ['an object, sent back as it came', bigNumber, JSON.parse(bigNumber), bigNumber],
    ['nothing', '', {}, '{}'],
    ['white space', ' \n', {}, '{}'],
    ['null', 'null', {}, '{}'],
    ['an object that was encoded twice', '"{\\"n\\":2}"', { n: 2 }, '{"n":2}'],
    ['an object that was cut', '{"n":', null, '{}'],
    ['two objects', '{}{"n":1}', null, '{}'],
    ['a list', '[1]', null, '{}'],
    ['a number', '5', null, '{}'],
    ['a text', '"hello"', null, '{}'],
    [
      'a dangerous key stays a plain key',
      '{"__proto__":{"x":1}}',
      JSON.parse('{"__proto__":{"x":1}}'),
      '{"__proto__":{"x":1}}',
    ],
  ])('%s', (_, argsText, args, wire) => {
    expect(parseArguments(argsText)).toEqual(args);
    expect(toWireArguments({ args: parseArguments(argsText), argsText })).toBe(wire);
    expect(() => JSON.parse(wire)).not.toThrow();
  });
});
