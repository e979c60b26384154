import { expect, test } from 'vitest';
import { toWireUsage } from './wire-usage.ts';

test('words usage as the API does', () => {
  expect(toWireUsage({ inputTokens: 10, outputTokens: 7, reasoningTokens: 3, cachedTokens: 4 })).toEqual({
    prompt_tokens: 10,
    completion_tokens: 7,
    total_tokens: 17,
    prompt_tokens_details: { cached_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 3 },
  });
});
