import { describe, expect, test } from 'vitest';
import { classifyReport } from './classify-report.ts';
import { classifyResponse } from './classify-response.ts';

/** `status` undefined: the error came inside of an answer that began well. */
function classify(status: number | undefined, report: unknown): string {
  const problem = classifyReport(report, status === undefined ? undefined : { status, headers: {}, now: 0 });
  return `${problem.kind}${problem.retryable ? ', again' : ''}`;
}

const message = (text: string, more: object = {}) => ({ error: { message: text, ...more } });

describe('kinds', () => {
  test.each<[string, number | undefined, unknown]>([
    ['context_length', 400, message('prompt is too long: 213462 tokens > 200000 maximum')],
    ['context_length', 400, message('Input is too long for requested model.')],
    ['context_length', 400, message('Range of input length should be [1, 30720]')],
    [
      'context_length',
      400,
      message("This model's maximum prompt length is 131072 but the request contains 537812 tokens."),
    ],
    ['context_length', 400, message('Prompt exceeds max length', { code: '1261' })],
    ['context_length', 400, message('too many tokens: size limit exceeded by 11326 tokens.')],
    [
      'context_length',
      500,
      message('the request exceeds the available context size. try increasing the context size'),
    ],
    [
      'context_length',
      413,
      message('Request too large for model on tokens per minute (TPM): Limit 6000, Requested 9000'),
    ],
    ['context_length', undefined, { code: 'context_length_exceeded', message: 'no' }],
    ['rate_limit, again', 429, message('Slow down.')],
    ['rate_limit, again', 400, message('Throttling: Too many tokens, please wait before trying again.')],
    [
      'rate_limit, again',
      429,
      message('Rate limit reached for requests. You can raise it at https://example.com/account/billing.'),
    ],
    ['rate_limit, again', 403, message('Quota exceeded for quota metric', { status: 'RESOURCE_EXHAUSTED' })],
    ['rate_limit, again', undefined, message('Rate limit reached')],
    [
      'rate_limit, again',
      429,
      message(
        'You exceeded your current quota, please check your plan and billing details. Please retry in 25.8s.',
      ),
    ],
    [
      'rate_limit',
      429,
      message('You exceeded your current quota, please check your plan and billing details.', {
        code: 'insufficient_quota',
      }),
    ],
    ['rate_limit', 402, message('Insufficient Balance')],
    ['rate_limit', 403, message('账户余额不足')],
    [
      'rate_limit',
      400,
      { code: 'Arrearage', message: 'Access denied, make sure your account is in good standing.' },
    ],
    [
      'rate_limit',
      429,
      message('You exceeded your current token quota', { type: 'exceeded_current_quota_error' }),
    ],
    ['rate_limit, again', 400, message('您当前使用该API的并发数过高')],
    ['auth', 401, ''],
    ['auth', 403, { detail: 'tier_not_allowed' }],
    ['auth', 400, message('API key not valid. Please pass a valid API key.', { status: 'INVALID_ARGUMENT' })],
    [
      'auth',
      undefined,
      { base_resp: { status_code: 1004, status_msg: 'login fail: Please carry the API secret key' } },
    ],
    ['content_filter', 400, message('The response was filtered', { code: 'content_filter' })],
    ['content_filter', 403, message('This input was flagged by moderation')],
    [
      'content_filter',
      400,
      message('Input data may contain inappropriate content.', { code: 'data_inspection_failed' }),
    ],
    ['not_found', 404, ''],
    ['not_found', 400, message('Model Not Exist')],
    ['not_found', 404, message('The model `x` does not exist.')],
    ['not_found', undefined, 'Unexpected endpoint or method. (POST /chat/completions)'],
    ['timeout, again', 408, ''],
    ['timeout, again', 504, '<html><title>504 Gateway Time-out</title></html>'],
    ['timeout, again', 524, ''],
    ['timeout, again', undefined, message('Upstream request timed out')],
    ['not_found', 400, message('The model `x` has been decommissioned', { code: 'model_decommissioned' })],
    ['context_length', 400, message('string too long', { code: 'string_above_max_length' })],
    ['bad_request', 400, message('Invalid request: max_tokens 9000 exceeds the limit of 8192')],
    ['timeout, again', undefined, message('Gave up', { code: 'upstream_timeout' })],
    ['bad_request', 400, message('tools.0.function.name: invalid')],
    ['bad_request', 422, { detail: [{ loc: ['body', 'messages'], msg: 'Field required' }] }],
    ['bad_request', undefined, message('No', { code: 400 })],
    ['bad_request', undefined, message('No', { type: 'invalid_request_error' })],
    ['server, again', 500, message('The server had an error')],
    ['server, again', 503, message('Loading model', { type: 'unavailable_error' })],
    ['server, again', 529, message('Overloaded')],
    [
      'server, again',
      undefined,
      message('Over capacity, try again later', { type: 'internal_server_error' }),
    ],
    ['server, again', undefined, 'Model unloaded while generating'],
    ['server', 501, ''],
  ])('%s: %s %j', (expected, status, report) => {
    expect(classify(status, report)).toBe(expected);
  });
});

describe('words', () => {
  const words = (report: unknown) => classifyReport(report).words;

  test.each<[string, unknown, string]>([
    ['a text', 'It broke', 'It broke'],
    ['a list', [{ error: { message: 'It broke' } }], 'It broke'],
    ['JSON inside of a message', message('{"error":{"message":"It broke","code":429}}'), 'It broke'],
    [
      'a gateway and what is behind it',
      message('Provider returned error', { metadata: { raw: '{"error":{"message":"It broke"}}' } }),
      'Provider returned error; It broke',
    ],
    ['places of faults', { detail: [{ loc: ['body', 'n'], msg: 'Extra inputs' }] }, 'body.n: Extra inputs'],
    ['a page', '<html><head><title>502 Bad Gateway</title></head></html>', '502 Bad Gateway'],
    ['a page without a title', '<!doctype html><body><h1>Busy</h1> come back</body>', 'Busy come back'],
    ['no words at all', { error: { n: 1 } }, '{"error":{"n":1}}'],
    ['many lines', 'a\n  b', 'a b'],
  ])('%s', (_, report, expected) => {
    expect(words(report)).toBe(expected);
  });

  test('are bounded, and so is the depth to which they are looked for', () => {
    let deep: unknown = 'found';
    for (let depth = 0; depth < 100_000; depth += 1) deep = { error: deep };
    expect(words('x'.repeat(1_000_000))).toHaveLength(1000);
    expect(words({ error: { error: { message: 'x' } } })).toBe('x');
    expect(() => classifyReport({ message: 'x', error: deep })).not.toThrow();
  });
});

describe('responses', () => {
  const now = 0;

  test('a redirect is told, not followed', () => {
    const headers = { location: 'https://example.com/v1/?key=1' };
    expect(classifyResponse({ status: 301, headers, body: '', now })).toMatchObject({
      kind: 'not_found',
      retryable: false,
      words: 'It redirects to https://example.com/v1/.',
    });
  });

  test('an error that was sent as an event is found', () => {
    const body = 'event: error\ndata: {"error":{"message":"Too many requests"}}\n\n';
    expect(classifyResponse({ status: 429, headers: {}, body, now }).words).toBe('Too many requests');
  });
});
