import { expect, test } from 'vitest';
import { toMention, toTrigger } from './triggers.ts';

/** `|` is the caret. */
const at = (marked: string) => toTrigger(marked.replace('|', ''), marked.indexOf('|'));

test.each([
  ['/|', { kind: 'command', query: '', start: 0, end: 1 }],
  ['/pl|', { kind: 'command', query: 'pl', start: 0, end: 3 }],
  ['/pl| the rest', { kind: 'command', query: 'pl', start: 0, end: 3 }],
  ['/model |', { kind: 'argument', command: 'model', query: '', start: 7, end: 7 }],
  ['/model  gpt 5|', { kind: 'argument', command: 'model', query: 'gpt 5', start: 8, end: 13 }],
  ['/export js|', { kind: 'argument', command: 'export', query: 'js', start: 8, end: 10 }],
  ['look at @|', { kind: 'file', query: '', start: 8, end: 9 }],
  ['look at @src/a|b', { kind: 'file', query: 'src/a', start: 8, end: 14 }],
  ['请看@src|，谢谢', { kind: 'file', query: 'src', start: 2, end: 6 }],
  ['(@a|)', { kind: 'file', query: 'a', start: 1, end: 3 }],
  ['/plan see @a|', { kind: 'file', query: 'a', start: 10, end: 12 }],
])('%j asks for a list', (marked, expected) => {
  expect(at(marked)).toEqual(expected);
});

test.each([
  '|/pl',
  '/etc/ho|sts',
  '/pl|an',
  'and /pl|',
  '/plan a|',
  '/model a| and more',
  'ana@example|',
  'a.b-c@x|',
  '@@|',
  '@a b|',
  '@"a b|',
])('%j asks for none', (marked) => {
  expect(at(marked)).toBe(null);
});

test.each([
  ['src/a.ts', '@src/a.ts'],
  ['my notes.md', '@"my notes.md"'],
  ['a"b', '@"a\\"b"'],
])('%j is mentioned so that its end is seen', (path, mention) => {
  expect(toMention(path)).toBe(mention);
});
