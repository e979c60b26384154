import { expect, test } from 'vitest';
import { joinSentences } from './join-sentences.ts';

test.each([
  [['It failed.', 'Try again.'], 'It failed. Try again.'],
  [['失败了。', '请重试。'], '失败了。请重试。'],
  [['HTTP 状态码 429。', 'Rate limit reached.'], 'HTTP 状态码 429。Rate limit reached.'],
  [['', 'Alone.', ''], 'Alone.'],
  [['You allowed it.', '它会运行一条命令。'], 'You allowed it. 它会运行一条命令。'],
  [[], ''],
])('%j', (sentences, joined) => {
  expect(joinSentences(...sentences)).toBe(joined);
});
