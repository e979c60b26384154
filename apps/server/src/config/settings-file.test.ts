// What `slipstream.yaml` says besides models: rules and MCP servers, with their lines.
import type { AppError } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { toConfig } from './config.ts';

function configOf(yaml: string, mcp?: string, env: Record<string, string> = {}) {
  return toConfig(env, '/a', (path) =>
    path.endsWith('.yaml') ? yaml : path.endsWith('.json') ? mcp : undefined,
  );
}

function faultsOf(...given: Parameters<typeof configOf>): string[] {
  try {
    configOf(...given);
  } catch (thrown) {
    return (thrown as AppError).message.split('\n').slice(1);
  }
  return [];
}

test('A file can hold rules and servers alone; the models are then those of the environment', () => {
  const config = configOf(
    `permissions:
  allow: [bash(git status *), "edit_file(src/**)"]
  ask:
    - bash(git push*)
  deny:
    - web_fetch(*.evil.test)
mcpServers:
  files: { command: mcp-files, args: [., "\${TOKEN}"], env: { FILES_KEY: "\${TOKEN}" }, network: false }
`,
    undefined,
    { TOKEN: 'secret-canary', OPENAI_MODEL: 'm' },
  );
  expect(config.models).toBeNull();
  expect(config.provider.model).toBe('m');
  expect(config.permissionRules.map(({ effect, text }) => `${effect} ${text}`)).toEqual([
    'deny web_fetch(*.evil.test)',
    'ask bash(git push*)',
    'allow bash(git status *)',
    'allow edit_file(src/**)',
  ]);
  expect(config.mcpServers).toEqual([
    {
      name: 'files',
      kind: 'stdio',
      command: 'mcp-files',
      args: ['.', 'secret-canary'],
      env: { FILES_KEY: 'secret-canary' },
      sandbox: true,
      network: 'off',
      readable: [],
      trustReadOnly: false,
    },
  ]);
  expect(config.secretValues).toContain('secret-canary');
});

test('Servers of both files count, each name once', () => {
  const json = '{"mcpServers":{"docs":{"url":"http://localhost:1/mcp"}}}';
  const names = configOf('mcpServers: { more: { url: "http://localhost:2/mcp" } }', json).mcpServers;
  expect(names.map(({ name }) => name)).toEqual(['docs', 'more']);
  expect(faultsOf('mcpServers: { docs: { url: "http://localhost:2/mcp" } }', json)).toEqual([
    '  - slipstream.yaml and .mcp.json both have an MCP server "docs"',
  ]);
});

test('Every fault has its line, and none repeats a value', () => {
  expect(
    faultsOf(`permissions:
  allow:
    - bash(git status *)
    - "bash("
    - 7
  forbid: []
  deny: bash
`),
  ).toEqual([
    '  - slipstream.yaml:4 permissions.allow[1] must be a rule: a tool, and in brackets what for, as in bash(git status *)',
    '  - slipstream.yaml:5 permissions.allow[2] must be a text',
    '  - slipstream.yaml:6 permissions.forbid is not a setting here',
    '  - slipstream.yaml:7 permissions.deny must be a list',
  ]);
  expect(
    faultsOf(`mcpServers:
  one:
    command: x
    args:
      - "\${NOT_SET}"
  two:
    command: sk-canary
    url: http://sk-canary
  three:
    command: x
    timeoutMs: 1
`),
  ).toEqual([
    '  - slipstream.yaml:5 mcpServers.one.args[0] needs the variable NOT_SET, which is not set',
    '  - slipstream.yaml:6 mcpServers.two must have either a command or a url',
    '  - slipstream.yaml:11 mcpServers.three.timeoutMs must be at least 1000',
  ]);
  expect(faultsOf('mcpServers: { x: 1 }')).toEqual([
    '  - slipstream.yaml:1 mcpServers.x must be an entry with settings',
  ]);
});

test('A file that allows or runs something may not lie where the agent writes', () => {
  const inside = { WORKSPACE_DIR: '.' };
  for (const text of ['permissions: {}', 'mcpServers: {}'])
    expect(faultsOf(text, undefined, inside)).toEqual([expect.stringContaining('set CONFIG_FILE')]);
});
