// What the short way may read, and what it has to leave to the long one.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBytes } from '../testing/read-bytes.ts';
import { createUsualLine } from './usual-line.ts';

const line = (text: string, more: object = {}) =>
  JSON.stringify({
    id: 'x',
    choices: [{ index: 0, delta: { content: text }, finish_reason: null }],
    ...more,
  });

/** What is read of each of the lines after the first was learned; undefined where it is left alone. */
function readAfter(learned: string, ...lines: string[]) {
  const seen: string[] = [];
  const usual = createUsualLine((kind, text) => seen.push(`${kind}: ${text}`));
  usual.learn(learned, JSON.parse(learned));
  return lines.map((each) => {
    const end = usual.read(`${each}\n`, 0);
    expect(end === -1 || end === each.length).toBe(true);
    return end === -1 ? undefined : seen.pop();
  });
}

describe('a line like the one before', () => {
  test.each([
    ['plain', ' token'],
    ['empty', ''],
    ['longer than what is copied', 'x'.repeat(100)],
    ['with escapes', 'a "quoted"\n\\ \u0001 word'],
    ['in other scripts', '然后🚀\u2028'],
    ['that looks like its surroundings', '"},"finish_reason":null}]}'],
  ])('%s', (_, text) => {
    expect(readAfter(line('first'), line(text))).toEqual([`text: ${text}`]);
  });

  test('of reasoning', () => {
    const thinking = (text: string) => JSON.stringify({ choices: [{ delta: { reasoning_content: text } }] });
    expect(readAfter(thinking('Well'), thinking(' then'))).toEqual(['reasoning:  then']);
  });

  test.each(['', 'x', 'xyz0123456789abc'])('with another padding: %j', (obfuscation) => {
    expect(
      readAfter(line('first', { obfuscation: 'ab', z: 1 }), line('next', { obfuscation, z: 1 })),
    ).toEqual(['text: next']);
  });

  test('escaped as others do', () => {
    const raw = (text: string) => `{"choices": [{"delta": {"content": "${text}"}}]}`;
    expect(readAfter(raw('a'), raw('\\u4f60\\/'))).toEqual(['text: 你/']);
  });
});

describe('a line is left alone', () => {
  const usual = line('first');
  test.each([
    ['with another id', usual.replace('"x"', '"y"')],
    ['with an end', usual.replace('"finish_reason":null', '"finish_reason":"stop"')],
    ['with more to it', line('a', { usage: { prompt_tokens: 1 } })],
    ['with a padding all at once', line('a', { obfuscation: 'x' })],
    ['cut in its text', usual.slice(0, usual.indexOf('first') + 2)],
    ['cut after its text', usual.slice(0, -1)],
    ['with a bare control character', usual.replace('first', 'a\tb')],
    ['with a wrong escape', usual.replace('first', 'a\\x41')],
    ['that is followed by something', `${usual} `],
  ])('%s', (_, other) => {
    expect(readAfter(usual, other)).toEqual([undefined]);
  });
});

test('a padding hides nothing', () => {
  const padded = (more: object) => line('a', { obfuscation: 'x', ...more });
  const others = [
    padded({ obfuscation: 'a\\' }),
    padded({ obfuscation: 'a"' }),
    padded({ obfuscation: 1 }),
    padded({ error: 'broke' }),
    `${padded({}).slice(0, -1)},"error":"broke"}`,
    padded({}).slice(0, -3),
  ];
  expect(readAfter(padded({}), ...others)).toEqual(others.map(() => undefined));
});

describe('nothing is learned from', () => {
  const chunk = (delta: object, more: object = {}) => JSON.stringify({ choices: [{ delta, ...more }] });
  test.each([
    ['an end', chunk({ content: 'a' }, { finish_reason: 'stop' })],
    ['a whole message', JSON.stringify({ choices: [{ message: { content: 'a' } }] })],
    ['text and reasoning at once', chunk({ content: 'a', reasoning_content: 'b' })],
    ['a call', chunk({ content: 'a', tool_calls: [{ index: 0, function: { name: 'x' } }] })],
    ['counts', JSON.stringify({ choices: [{ delta: { content: 'a' } }], usage: { prompt_tokens: 1 } })],
    ['a text that two fields repeat', chunk({ reasoning: 'a', reasoning_content: 'a' })],
    ['a text that is elsewhere first', JSON.stringify({ id: 'a', choices: [{ delta: { content: 'a' } }] })],
    ['a text between two others', chunk({ role: 'x', content: ',' })],
    ['no object', '[1]'],
  ])('%s', (_, learned) => {
    expect(readAfter(learned, learned)).toEqual([undefined]);
  });

  test('lines that are never alike, after a few', () => {
    const usual = createUsualLine(() => undefined);
    for (let n = 0; n < 20; n += 1) usual.learn(line('a', { pad: n }), JSON.parse(line('a', { pad: n })));
    expect(usual.read(`${line('a', { pad: 19 })}\n`, 0)).toBe(-1);
  });
});

test('a stream of any texts reads the same in the short and in the long way', { timeout: 60_000 }, () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '"', '\\', 'a', '<think>', '</think>', 'content', '"},'),
  );
  const piece = fc.tuple(text, fc.constantFrom('content', 'reasoning', 'role'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const lines = pieces.map(([said, key]) => JSON.stringify({ choices: [{ delta: { [key]: said } }] }));
      const [short, long] = ['data: ', 'data:'].map((field) =>
        readBytes([Buffer.from(lines.map((each) => `${field}${each}\n\n`).join(''))]),
      );
      expect(short).toEqual(long);
    }),
    { numRuns: 150 },
  );
});
