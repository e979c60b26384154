import { describe, expect, test } from 'vitest';
import { toErrorFacts } from './error-facts.ts';
import { readRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('the wait that is asked for', () => {
  test.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '2', 'retry-after-ms': '1538' }, 1538],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT', date: 'Thu, 01 Jan 2026 00:00:10 GMT' }, 20_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT', date: 'Thu, 01 Jan 2026 00:01:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
  ])('%j', (headers, expected) => {
    expect(readRetryAfter({ headers, now }, { words: '', retryDelayMs: undefined })).toBe(expected);
  });

  test.each<[string, number | undefined]>([
    ['Please try again in 4.77s.', 4770],
    ['Please try again in 250ms', 250],
    ['Try again in 2 seconds', 2000],
    ['Please retry after 45 seconds.', 45_000],
    ['Please wait 1m30.5s', 90_500],
    ['try again in 1h2m3s', 3_723_000],
    ['retry in 2 minutes', 120_000],
    ['try again later', undefined],
    ['retry 3 models', undefined],
    ['5 seconds is too long', undefined],
  ])('%s', (words, expected) => {
    expect(readRetryAfter(undefined, { words, retryDelayMs: undefined })).toBe(expected);
  });

  test('headers go before fields, fields before words', () => {
    const report = { error: { message: 'try again in 9s', details: [{ retryDelay: '25.5s' }] } };
    const facts = toErrorFacts(report);
    expect(readRetryAfter(undefined, facts)).toBe(25_500);
    expect(readRetryAfter({ headers: { 'retry-after': '1' }, now }, facts)).toBe(1000);
  });
});
