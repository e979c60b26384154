import { expect, test } from 'vitest';
import { createCredentials } from './credentials.ts';

const token = 'a-token-of-enough-length';

test('Without a token everybody is let in', () => {
  const credentials = createCredentials(undefined);
  expect(credentials.required).toBe(false);
  expect(credentials.admits({ authorization: undefined, cookie: undefined })).toBe(true);
  expect(credentials.isToken('anything')).toBe(true);
});

test('The token is let in as a bearer token, the cookie as a cookie, and neither in the place of the other', () => {
  const { admits, cookieValue, isToken } = createCredentials(token);
  expect(admits({ authorization: `Bearer ${token}`, cookie: undefined })).toBe(true);
  expect(admits({ authorization: `bearer  ${token} `, cookie: undefined })).toBe(true);
  expect(admits({ authorization: undefined, cookie: cookieValue })).toBe(true);
  expect(admits({ authorization: 'Bearer wrong', cookie: cookieValue })).toBe(true);
  expect(isToken(token)).toBe(true);

  expect(admits({ authorization: undefined, cookie: undefined })).toBe(false);
  expect(admits({ authorization: token, cookie: undefined })).toBe(false);
  expect(admits({ authorization: `Basic ${token}`, cookie: undefined })).toBe(false);
  expect(admits({ authorization: `Bearer ${token}x`, cookie: undefined })).toBe(false);
  expect(admits({ authorization: `Bearer ${token.slice(0, -1)}`, cookie: undefined })).toBe(false);
  expect(admits({ authorization: 'Bearer ', cookie: '' })).toBe(false);
  expect(admits({ authorization: `Bearer ${cookieValue}`, cookie: undefined })).toBe(false);
  expect(admits({ authorization: undefined, cookie: token })).toBe(false);
  expect(isToken(cookieValue)).toBe(false);
  expect(isToken('')).toBe(false);
});

test('The cookie does not hold the token, is the same after a restart, and ends with the token', () => {
  const { cookieValue } = createCredentials(token);
  expect(cookieValue).not.toContain(token);
  expect(Buffer.from(cookieValue, 'base64url').toString()).not.toContain(token);
  expect(createCredentials(token).cookieValue).toBe(cookieValue);
  expect(createCredentials(`${token}2`).admits({ authorization: undefined, cookie: cookieValue })).toBe(
    false,
  );
});
