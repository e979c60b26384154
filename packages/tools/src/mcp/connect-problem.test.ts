import { SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { toConnectProblem } from './connect-problem.ts';
import type { McpServerConfig } from './mcp-config.ts';

const program = { kind: 'stdio', name: 'a', command: 'npx' } as unknown as McpServerConfig;
const address: McpServerConfig = {
  kind: 'http',
  name: 'a',
  url: 'http://mcp.example:81/x',
  headers: {},
} as never;
const withCode = (code: string) => Object.assign(new Error(`spawn ${code}`), { code });
const http = (status: number) =>
  new SdkHttpError(SdkErrorCode.SendFailed, 'Error POSTing to endpoint', { status } as never);

test.each([
  [program, withCode('ENOENT'), 'The program "npx" was not found.'],
  [program, withCode('EACCES'), 'The program "npx" may not be run: permission denied.'],
  [
    program,
    new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'),
    'It ended while it was being started.',
  ],
  [
    program,
    new SdkError(SdkErrorCode.RequestTimeout, 'Request timed out'),
    'It timed out: there was no answer within 3 s.',
  ],
  [
    address,
    new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }),
    'mcp.example:81 cannot be reached (ECONNREFUSED).',
  ],
  [address, http(401), 'It does not accept the headers that it is sent (HTTP 401).'],
  [address, http(502), 'It answered with HTTP 502.'],
  [address, new TypeError('fetch failed', { cause: new Error('odd') }), 'fetch failed (odd)'],
  [address, 'thrown', 'thrown'],
])('%# is told in a sentence for people', (config, thrown, said) => {
  expect(toConnectProblem(thrown, config, 3000)).toBe(said);
});
