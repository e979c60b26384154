import { describe, expect, test } from 'vitest';
import { createFrameReader, type Frame } from './read-frames.ts';

function frames(lines: string, rest = ''): Frame[] {
  const seen: Frame[] = [];
  const reader = createFrameReader((frame) => seen.push(frame));
  reader.push(lines);
  reader.end(rest);
  return seen;
}

const json = (value: unknown, event = ''): Frame => ({ type: 'json', value, event });

describe('frames', () => {
  test.each<[string, string, Frame[]]>([
    ['an event', 'data: {"a":1}\n\n', [json({ a: 1 })]],
    ['no space after the colon', 'data:{"a":1}\n\n', [json({ a: 1 })]],
    ['only one space belongs to the field', 'data:  {"a":1}\n\n', [json({ a: 1 })]],
    ['no blank lines between events', 'data: {"a":1}\ndata: {"a":2}\n', [json({ a: 1 }), json({ a: 2 })]],
    ['one JSON over several data lines', 'data: {"a":\ndata:\ndata: 1}\n\n', [json({ a: 1 })]],
    ['comments and other fields', ': hi\nid: 1\nretry: 3\nnew: x\nid\ndata\n\n', []],
    [
      'the name of an event',
      'event: error\ndata: {"a":1}\n\ndata: 2\n\n',
      [json({ a: 1 }, 'error'), json(2)],
    ],
    ['an error event that is no JSON', 'event: error\ndata: broke\n\n', [{ type: 'error', words: 'broke' }]],
    [
      'an error line',
      'error: {"a":1}\nerror: broke\n',
      [json({ a: 1 }, 'error'), { type: 'error', words: 'broke' }],
    ],
    ['nothing after the end', 'data: [DONE]\ndata: {"a":1}\n\n', [{ type: 'done' }]],
    ['an end without data:', '[DONE]\n', [{ type: 'done' }]],
    ['garbage', 'data: {a}\n\ndata: {"a":1}\n\n', [{ type: 'garbage', text: '{a}' }, json({ a: 1 })]],
    [
      'garbage without blank lines',
      'data: {a}\ndata: [DONE]\n',
      [{ type: 'garbage', text: '{a}' }, { type: 'done' }],
    ],
    ['bare JSON lines', '{"a":1}\n{"a":2}\n', [json({ a: 1 }), json({ a: 2 })]],
    ['a bare JSON document', '{\n  "a": [\n    1\n  ]\n}\n', [json({ a: [1] })]],
    ['a bare document before the events', '{\n"a":1}\ndata: 2\n\n', [json({ a: 1 }), json(2)]],
    ['a data line whose JSON has line ends', 'data: {\n"a": 1\n}\n\n', [json({ a: 1 })]],
    ['indented fields', '  data: {"a":1}\n\n', [json({ a: 1 })]],
    ['a text that looks like the end', 'data: "[DONE]"\n\n', [json('[DONE]')]],
  ])('%s', (_, lines, expected) => {
    expect(frames(lines)).toEqual(expected);
  });

  test('JSON and the end are frames before any blank line', () => {
    const seen: Frame[] = [];
    const reader = createFrameReader((frame) => seen.push(frame));
    reader.push('data: {"a":1}\n');
    expect(seen).toEqual([json({ a: 1 })]);
    reader.push('data: [DONE]\n');
    expect(seen.at(-1)).toEqual({ type: 'done' });
  });

  test('the last line may lack its end, and one that was cut is nothing', () => {
    expect(frames('', 'data: {"a":1}')).toEqual([json({ a: 1 })]);
    expect(frames('', 'data: {"a":')).toEqual([]);
    expect(frames('', '{"a":')).toEqual([]);
  });

  test('other text is kept for telling what came', () => {
    const reader = createFrameReader(() => undefined);
    reader.push('<html>\n<body>Sign in</body>\n');
    expect(reader.strayText()).toBe('<html>\n<body>Sign in</body>\n');
  });
});
