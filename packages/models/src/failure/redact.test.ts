import { describe, expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

describe('redaction', () => {
  test('the exact key goes, however it is spelt', () => {
    const redact = createRedactor(['canary+key/"1234']);
    const text = `a canary+key/"1234 b ${encodeURIComponent('canary+key/"1234')} c ${JSON.stringify({ key: 'canary+key/"1234' })}`;
    expect(redact(text)).toBe('a [key] b [key] c {"key":"[key]"}');
  });

  test('what looks like a key or a bearer token goes too', () => {
    const redact = createRedactor([undefined]);
    expect(redact('Incorrect API key provided: sk-abc***xyz.')).toBe('Incorrect API key provided: [key].');
    expect(redact('sk-proj-1_2-3, Authorization: Bearer abc.def-123')).toBe(
      '[key], Authorization: Bearer [key]',
    );
    expect(redact('a task-list and disk-usage')).toBe('a task-list and disk-usage');
  });

  test('a short key only goes where it stands alone', () => {
    expect(createRedactor(['none'])('none, nonesuch: "none"')).toBe('[key], nonesuch: "[key]"');
  });
});
