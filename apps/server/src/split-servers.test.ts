import type { McpServerConfig } from '@slipstream/tools';
import { expect, test } from 'vitest';
import { splitServers } from './split-servers.ts';

const program = { kind: 'stdio', command: 'x', args: [], env: {}, network: 'on', readable: [] } as const;
const servers: McpServerConfig[] = [
  { name: 'confined', ...program, sandbox: true },
  { name: 'free', ...program, sandbox: false },
  { name: 'far', kind: 'http', url: 'http://localhost:1', headers: {} },
];

test('Programs that want a sandbox are not started without one, and say why', () => {
  const { started, refused } = splitServers(servers, false);
  expect(started.map(({ name }) => name)).toEqual(['free', 'far']);
  expect(refused).toEqual([
    { name: 'confined', state: 'stopped', tools: [], problem: expect.stringContaining('no sandbox here') },
  ]);
});

test('Where commands can be used, all are started', () => {
  expect(splitServers(servers, true)).toEqual({ started: servers, refused: [] });
});
