import { sequentialId } from '@slipstream/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFrame, readFrameId } from './parse-frame.ts';

const sessionId = sequentialId(1);
const messageId = sequentialId(2);
const send = { type: 'message.send', sessionId, messageId, text: 'hi' };

function parse(value: unknown) {
  return parseFrame(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), false);
}

function refusal(value: unknown) {
  const parsed = parse(value);
  if (parsed.ok) throw new Error('It was taken.');
  const { code, message, details } = parsed.error;
  return { id: parsed.id, code, message, details };
}

test('A frame with everything is taken as it is, without unknown keys', () => {
  expect(parse({ ...send, id: 'x', whenBusy: 'reject', attachments: [], strange: 1 })).toEqual({
    ok: true,
    frame: { ...send, id: 'x', whenBusy: 'reject', attachments: [] },
  });
});

test('A binary message is refused without being read', () => {
  const parsed = parseFrame(Buffer.from(JSON.stringify({ ...send, id: 'x' })), true);
  expect(parsed).toMatchObject({ ok: false, id: undefined, error: { code: 'bad_frame' } });
});

test.each(['', '{', 'null', '[]', '"x"', '1e309', '\u0000', 'undefined', '{"type":{}}', '{"__proto__":1}'])(
  '%j is refused',
  (text) => {
    expect(refusal(text)).toMatchObject({ id: undefined, code: 'bad_frame' });
  },
);

test('Deep nesting is refused like any other nonsense', () => {
  const depth = 50_000;
  expect(refusal(`${'['.repeat(depth)}${']'.repeat(depth)}`).code).toBe('bad_frame');
  expect(parse(`{"type":"ping","x":${'['.repeat(depth)}${']'.repeat(depth)}}`).ok).toBe(true);
});

test('The refusal names the first bad field, says whether it is missing, and carries the id', () => {
  expect(refusal({ ...send, id: 'a', text: undefined })).toEqual({
    id: 'a',
    code: 'bad_frame',
    message: 'The field "text" is missing.',
    details: { path: 'text' },
  });
  expect(refusal({ ...send, id: 'a', messageId: 'not-an-id-4711' })).toEqual({
    id: 'a',
    code: 'bad_frame',
    message: 'The field "messageId" is not valid.',
    details: { path: 'messageId' },
  });
  expect(refusal({ type: 'subscribe', sessionId, after: { log: 'l', seq: -1 } })).toMatchObject({
    details: { path: 'after.seq' },
  });
  expect(refusal({ id: 'a', type: 'dance' })).toMatchObject({ id: 'a', details: { path: 'type' } });
  expect(refusal({ id: 'a' })).toMatchObject({ message: 'The field "type" is missing.' });
});

test('An id that is no id is not repeated', () => {
  expect(refusal({ type: 'ping', id: 'x'.repeat(65) })).toMatchObject({
    id: undefined,
    details: { path: 'id' },
  });
  expect(refusal({ type: 'ping', id: 7 })).toMatchObject({ id: undefined, details: { path: 'id' } });
});

test('No bytes make it throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isBinary) => {
      const parsed = parseFrame(Buffer.from(bytes), isBinary);
      readFrameId(Buffer.from(bytes), isBinary);
      return !parsed.ok && parsed.error.code === 'bad_frame';
    }),
  );
  fc.assert(
    fc.property(fc.json(), (text) => {
      parse(text);
    }),
  );
});
