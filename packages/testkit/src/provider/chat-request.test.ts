import { expect, test } from 'vitest';
import { textOf, userTexts } from './chat-request.ts';

test('reads text from a string, from parts, and from nothing', () => {
  expect(textOf('a')).toBe('a');
  expect(textOf([{ type: 'text', text: 'a' }, { type: 'image_url' }, { type: 'text', text: 'b' }])).toBe(
    'ab',
  );
  expect(textOf(null)).toBe('');
});

test('gives the texts of users, newest first', () => {
  const messages = [
    { role: 'system' as const, content: 's' },
    { role: 'user' as const, content: 'one' },
    { role: 'assistant' as const, content: 'x' },
    { role: 'user' as const, content: [{ type: 'text', text: 'two' }] },
  ];
  expect(userTexts({ model: 'm', messages })).toEqual(['two', 'one']);
});
