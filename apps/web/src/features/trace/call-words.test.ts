import { foldEvents } from '@slipstream/protocol';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { chooseLanguage } from '../../i18n/i18n.ts';
import { turnEvents, turnId } from '../../testing/records.ts';
import { callWords } from './call-words.ts';

const make = turnEvents(0);

function call(name: string, args: Record<string, unknown>, title = 'its title') {
  const view = foldEvents(turnId, [make.started('x'), make.step(1), make.call(1, '1', name, args, 0, title)]);
  const found = view.steps[0]?.calls[0];
  if (!found) throw new Error('no call');
  return found;
}

test.each([
  ['bash', { command: 'ls -la' }, 'now', 'Running ls -la'],
  ['bash', { command: 'ls\n  -la' }, 'ask', 'Run ls ⏎ -la'],
  ['read_file', { path: 'a.ts' }, 'did', 'Read a.ts'],
  ['read_file', { path: 'a.ts', limit: 80 }, 'did', 'Read a.ts, lines 1–80'],
  ['read_file', { path: 'a.ts', offset: 81, limit: 20 }, 'now', 'Reading a.ts, lines 81–100'],
  ['read_file', { path: 'a.ts', offset: 81 }, 'did', 'Read a.ts from line 81'],
  ['list_directory', {}, 'did', 'Listed the workspace folder'],
  ['list_directory', { path: 'src' }, 'now', 'Listing src'],
  ['web_fetch', { url: 'https://a.test/b' }, 'ask', 'Fetch https://a.test/b'],
  ['write_file', { path: 'a\u202etxt.exe' }, 'ask', 'Write a\\u{202e}txt.exe'],
  ['todo_write', { todos: [] }, 'did', 'Updated the list of tasks'],
  ['bash', {}, 'now', 'its title'],
  ['bash', { command: 7 }, 'now', 'its title'],
  ['toString', {}, 'now', 'its title'],
  ['my_tool', { path: 'x' }, 'did', 'its title'],
] as const)('%s %j %s: %s', (name, args, tense, words) => {
  expect(callWords(i18next.t, call(name, args), tense)).toBe(words);
});

test('a long command is cut, a call without a title goes by its name', () => {
  expect(callWords(i18next.t, call('bash', { command: 'x'.repeat(500) }), 'now').length).toBeLessThan(140);
  expect(callWords(i18next.t, call('my_tool', {}, ''), 'now')).toBe('my_tool');
});

test('in Chinese the workspace folder follows its verb without a space, a path with one', async () => {
  await chooseLanguage('zh');
  const words = (args: Record<string, string>) => callWords(i18next.t, call('list_directory', args), 'did');
  expect(words({})).toBe('列出了工作文件夹');
  expect(words({ path: 'src' })).toBe('列出了 src');
});
