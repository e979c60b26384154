import { expect, test } from 'vitest';
import { commandsFor, toCommand } from './commands.ts';

test.each([
  ['/compact', { name: 'compact', argument: '' }],
  [' /plan  add a test\nand run it ', { name: 'plan', argument: 'add a test\nand run it' }],
  ['/model', { name: 'model', argument: '' }],
  ['/model gpt-5', { name: 'model', argument: 'gpt-5' }],
])('%j is a command', (text, command) => {
  expect(toCommand(text)).toEqual(command);
});

test.each(['/etc/hosts is broken', '/unknown', 'plan', '/compact all of it', '/Plan', 'say /plan', '/', ''])(
  '%j is a message',
  (text) => {
    expect(toCommand(text)).toBe(null);
  },
);

test('what needs messages is not offered before the first', () => {
  expect(commandsFor(false)).toEqual(['plan', 'model', 'clear', 'help']);
  expect(commandsFor(true)).toContain('export');
});
