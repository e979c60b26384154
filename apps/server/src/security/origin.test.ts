import { expect, test } from 'vitest';
import { isOwnSite, type SiteHeaders } from './origin.ts';

const request = (headers: Partial<SiteHeaders>): SiteHeaders => ({
  method: 'GET',
  host: '127.0.0.1:8787',
  origin: undefined,
  fetchSite: undefined,
  fetchMode: undefined,
  fetchDest: undefined,
  ...headers,
});
const isOwn = (headers: Partial<SiteHeaders>, devOrigin?: string) => isOwnSite(request(headers), devOrigin);

test('A program that is no browser passes', () => {
  expect(isOwn({})).toBe(true);
});

test.each(['http://127.0.0.1:8787', 'https://127.0.0.1:8787'])('The page itself passes as %s', (origin) => {
  expect(isOwn({ origin, fetchSite: 'same-origin' })).toBe(true);
});

test.each([
  'null',
  '',
  'https://evil.test',
  'http://127.0.0.1:8788',
  'http://127.0.0.1',
  'http://localhost:8787',
  'http://127.0.0.1:8787.evil.test',
  'http://127.0.0.1:8787/',
  'http://user@127.0.0.1:8787',
  'ws://127.0.0.1:8787',
  'file://',
  'chrome-extension://abcdef',
])('The origin "%s" does not', (origin) => {
  expect(isOwn({ origin })).toBe(false);
});

test('Default ports are the same with and without the number', () => {
  expect(isOwn({ origin: 'https://chat.example', host: 'chat.example' })).toBe(true);
  expect(isOwn({ origin: 'https://chat.example', host: 'chat.example:443' })).toBe(true);
  expect(isOwn({ origin: 'http://chat.example', host: 'Chat.Example:80' })).toBe(true);
  expect(isOwn({ origin: 'http://chat.example', host: 'chat.example:443' })).toBe(false);
});

test('The development origin passes only when it was set', () => {
  const origin = 'http://localhost:5173';
  expect(isOwn({ origin })).toBe(false);
  expect(isOwn({ origin }, origin)).toBe(true);
  expect(isOwn({ origin: 'http://localhost:5174' }, origin)).toBe(false);
});

test('Other sites may only link here', () => {
  for (const fetchSite of ['cross-site', 'same-site']) {
    expect(isOwn({ fetchSite, fetchMode: 'navigate', fetchDest: 'document' })).toBe(true);
    expect(isOwn({ fetchSite, fetchMode: 'navigate', fetchDest: 'iframe' })).toBe(false);
    expect(isOwn({ fetchSite, fetchMode: 'no-cors', fetchDest: 'image' })).toBe(false);
    expect(isOwn({ fetchSite, fetchMode: 'no-cors', fetchDest: 'script' })).toBe(false);
    expect(isOwn({ fetchSite, fetchMode: 'websocket', fetchDest: 'websocket' })).toBe(false);
    expect(isOwn({ fetchSite, method: 'POST', fetchMode: 'navigate', fetchDest: 'document' })).toBe(false);
    expect(isOwn({ fetchSite })).toBe(false);
  }
  expect(isOwn({ fetchSite: 'none', fetchMode: 'navigate', fetchDest: 'document' })).toBe(true);
});
