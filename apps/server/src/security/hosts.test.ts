import { expect, test } from 'vitest';
import { createHostCheck, toHostName } from './hosts.ts';

test.each([
  ['127.0.0.1:8787', '127.0.0.1'],
  ['LocalHost', 'localhost'],
  ['[::1]:80', '[::1]'],
  ['a.b-c_d.example', 'a.b-c_d.example'],
])('The name of %s is %s', (header, name) => {
  expect(toHostName(header)).toBe(name);
});

test.each([undefined, '', ':80', 'a:b', 'a b', 'user@localhost', 'localhost:80:80', 'localhost/x', '[::1'])(
  '%s is no host',
  (header) => {
    expect(toHostName(header)).toBeNull();
  },
);

test('Bound to loopback, only its own names and the listed ones pass', () => {
  const isOwn = createHostCheck('127.0.0.1', ['chat.example.com']);
  for (const host of ['127.0.0.1:8787', 'localhost:1', '[::1]:8787', 'LOCALHOST', 'chat.example.com:443'])
    expect(isOwn(host), host).toBe(true);
  for (const host of [
    'evil.test',
    'rebind.attacker.test:8787',
    'localhost.evil.test',
    'evil.localhost',
    '127.0.0.1.evil.test',
    '127.0.0.2',
    'xchat.example.com',
    '0.0.0.0:8787',
    undefined,
  ])
    expect(isOwn(host), host).toBe(false);
});

test('The address that it is bound to is a name, too', () => {
  expect(createHostCheck('127.0.0.2', [])('127.0.0.2:8787')).toBe(true);
  expect(createHostCheck('::1', [])('[::1]:8787')).toBe(true);
});

test('Bound to all addresses, every name passes until some are listed', () => {
  expect(createHostCheck('0.0.0.0', [])('whatever.lan:8787')).toBe(true);
  expect(createHostCheck('0.0.0.0', [])('no host')).toBe(false);
  const listed = createHostCheck('0.0.0.0', ['chat.example.com']);
  expect(listed('whatever.lan:8787')).toBe(false);
  expect(listed('chat.example.com')).toBe(true);
  expect(listed('localhost:8787')).toBe(true);
});
