import { expect, test } from 'vitest';
import { toLinkPlace } from './link-place.ts';

const said = (target: string, text: string) => toLinkPlace(target, text).said;

test.each([
  ['https://example.com/a?b', 'https://example.com/a?b'],
  ['https://example.com/', 'example.com'],
  ['https://www.example.com/', 'Example.com.'],
  ['http://www.example.com/x', 'www.example.com/x'],
  ['https://example.com/x', 'see example.com for more'],
  ['https://localhost:8080/x', 'https://localhost:8080/x'],
  ['mailto:ann@example.com', 'ann@example.com'],
  ['https://xn--mnchen-3ya.de/', 'münchen.de'],
  ['https://xn--fsqu00a.xn--fiqs8s/', '例子.中国'],
  ['https://xn--fsqu00a.com/', 'https://例子.com'],
])('%s is named by %j already', (target, text) => {
  expect(said(target, text)).toBe('never');
});

test.each([
  ['https://example.com/', 'the documentation'],
  ['https://example.com/', '官方文档'],
  ['https://docs.example.com/', 'example.com'],
  ['https://github.com/a/b', 'README.md'],
  ['https://github.com/a/b', 'src/report.ts, line 5.2'],
  ['https://nodejs.org/', 'Node.js 24.1'],
  ['https://example.com/', 'e.g. this'],
  ['mailto:ann@example.com', 'write to Ann'],
])('%s is said quietly beside %j', (target, text) => {
  expect(said(target, text)).toBe('quietly');
});

test.each([
  ['https://evil.example/', 'https://bank.com/login'],
  ['https://evil.example/', 'bank.com'],
  ['https://evil.example/', 'www.bank.example'],
  ['https://evil.example/', 'log in at bank.com now'],
  ['https://evil.example/', 'bank.com (or evil.example)'],
  ['https://evil.example/', 'b\u200bank.c\u00adom'],
  ['https://evil.example/', 'bank。com'],
  ['https://evil.example/', '例子.中国'],
  ['https://bank.com.evil.example/', 'bank.com'],
  ['https://example.com/', 'docs.example.com'],
  ['https://evil.example/', 'https://bank.com@evil.example/'],
  ['mailto:eve@evil.example', 'ann@bank.com'],
  ['https://evil.example/', 'ann@bank.com'],
  ['https://evil.example/', ''],
  ['https://evil.example/', '\u200b'],
])('%s is always said beside %j', (target, text) => {
  expect(said(target, text)).toBe('always');
});

test('letters that only look like others are shown as what they are', () => {
  const cyrillic = '\u0430pple.com';
  const { host } = new URL(`https://${cyrillic}`);
  expect(toLinkPlace(`https://${host}/`, cyrillic)).toEqual({ host, said: 'always' });
  expect(host).toMatch(/^xn--/);
  const whole = '\u0430\u0440\u0440\u04cf\u0435.com';
  expect(said(`https://${new URL(`https://${whole}`).host}/`, whole)).toBe('always');
});

test('a text that is too long to look through is no way round', () => {
  expect(said('https://evil.example/', `${'a'.repeat(200_000)} bank.com`)).toBe('always');
});

test('gives the host with its port, and the whole address of a mailbox', () => {
  expect(toLinkPlace('http://127.0.0.1:8787/x', 'here').host).toBe('127.0.0.1:8787');
  expect(toLinkPlace('https://user:pw@evil.example/', 'here').host).toBe('evil.example');
  expect(toLinkPlace('mailto:ann%2Bx@example.com?subject=a', 'write').host).toBe('ann+x@example.com');
  expect(toLinkPlace('mailto:%ff', 'write').host).toBe('%ff');
});
