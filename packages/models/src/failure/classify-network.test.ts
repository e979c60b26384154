import { describe, expect, test } from 'vitest';
import { classifyNetwork } from './classify-network.ts';

const withCode = (code: string) => Object.assign(new Error(`raw ${code}`), { code });

describe('broken connections', () => {
  test.each<[string, string, boolean]>([
    ['ECONNREFUSED', 'network', true],
    ['ENOTFOUND', 'network', true],
    ['ECONNRESET', 'network', true],
    ['UND_ERR_SOCKET', 'network', true],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', true],
    ['CERT_HAS_EXPIRED', 'network', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'network', false],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'network', false],
    ['EWHATEVER', 'network', true],
  ])('%s is %s', (code, kind, retryable) => {
    const problem = classifyNetwork(withCode(code));
    expect(problem).toMatchObject({ kind, retryable });
    expect(problem.words).toContain(`(${code})`);
  });

  test('the attempts of one connect are looked into', () => {
    const both = new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]);
    expect(classifyNetwork(both).words).toBe('nothing listens there (ECONNREFUSED)');
    expect(classifyNetwork(new Error('outer', { cause: withCode('ENOTFOUND') })).words).toBe(
      'there is no such host (ENOTFOUND)',
    );
  });

  test('anything may be thrown', () => {
    expect(classifyNetwork('gone')).toMatchObject({ kind: 'network', words: 'gone' });
  });
});
