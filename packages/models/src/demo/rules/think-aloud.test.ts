import { expect, test } from 'vitest';
import { converse } from '../testing/converse.ts';

test.each([
  ['think', 'this'],
  ['think about rivers.', '“rivers”'],
  ['思考', '这件事'],
  ['思考一下河流', '“河流”'],
  ['想一想：河流', '“河流”'],
])('"%s" reasons first, then answers', async (text, topic) => {
  const [answer] = await converse(text);
  expect(answer?.reasoning).toContain(topic);
  expect(answer?.text).toContain(topic);
  expect(answer?.finish).toBe('stop');
});
