import { describe, expect, test } from 'vitest';
import { toObjects } from './json.ts';
import { readUsage } from './read-usage.ts';

const read = (chunk: Record<string, unknown>) => readUsage(chunk, toObjects(chunk['choices']));
const usage = (inputTokens: number, outputTokens: number, reasoningTokens = 0, cachedTokens = 0) => ({
  inputTokens,
  outputTokens,
  reasoningTokens,
  cachedTokens,
});

describe('usage', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['none', { choices: [] }, undefined],
    ['null', { usage: null }, undefined],
    ['an empty object', { usage: {} }, undefined],
    ['the usual', { usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 } }, usage(5, 3)],
    ['in the choice', { choices: [{ usage: { prompt_tokens: 5, completion_tokens: 3 } }] }, usage(5, 3)],
    ['under a vendor key', { x_any: { usage: { prompt_tokens: 5, completion_tokens: 3 } } }, usage(5, 3)],
    [
      'the top level goes first',
      { usage: { prompt_tokens: 1, completion_tokens: 1 }, x: { usage: { prompt_tokens: 2 } } },
      usage(1, 1),
    ],
    ['other names', { usage: { input_tokens: 5, output_tokens: 3 } }, usage(5, 3)],
    ['without completion tokens', { usage: { prompt_tokens: 5, total_tokens: 9 } }, usage(5, 4)],
    ['without prompt tokens', { usage: { completion_tokens: 4, total_tokens: 9 } }, usage(5, 4)],
    [
      'reasoning inside of the completion',
      {
        usage: {
          prompt_tokens: 5,
          completion_tokens: 9,
          total_tokens: 14,
          completion_tokens_details: { reasoning_tokens: 6 },
        },
      },
      usage(5, 9, 6),
    ],
    [
      'reasoning apart from it',
      {
        usage: {
          prompt_tokens: 5,
          completion_tokens: 3,
          total_tokens: 14,
          completion_tokens_details: { reasoning_tokens: 6 },
        },
      },
      usage(5, 9, 6),
    ],
    [
      'cached',
      { usage: { prompt_tokens: 5, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 4 } } },
      usage(5, 1, 0, 4),
    ],
    [
      'cached, beside',
      { usage: { prompt_tokens: 5, completion_tokens: 1, prompt_cache_hit_tokens: 4 } },
      usage(5, 1, 0, 4),
    ],
    [
      'numbers that are none',
      { usage: { prompt_tokens: -5, completion_tokens: 1.4, total_tokens: '9' } },
      usage(0, 1),
    ],
  ])('%s', (_, chunk, expected) => {
    expect(read(chunk)).toEqual(expected);
  });
});
