import { expect, test } from 'vitest';
import { toErrorBody, wireReply } from './wire-reply.ts';

test('an error has the body that providers send, unless another is given', () => {
  expect(wireReply.httpError(401, { message: 'No.', code: 'invalid_api_key' })).toEqual({
    step: 'http_error',
    status: 401,
    headers: { 'content-type': 'application/json' },
    body: toErrorBody('No.', { code: 'invalid_api_key' }),
  });
  expect(wireReply.httpError(502, { body: '<html>', headers: { 'content-type': 'text/html' } })).toEqual({
    step: 'http_error',
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<html>',
  });
  expect(JSON.parse(toErrorBody('No.'))).toEqual({
    error: { message: 'No.', type: 'invalid_request_error', param: null, code: null },
  });
});

test('a rate limit says when to come back', () => {
  expect(wireReply.rateLimit(7)).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
});
