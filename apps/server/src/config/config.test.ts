import { resolve } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { toConfig } from './config.ts';

function faults(env: Record<string, string>): string[] {
  try {
    toConfig(env, '/home/someone');
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    expect(thrown.code).toBe('invalid_config');
    return thrown.message.split('\n').slice(1);
  }
  return [];
}

test('Without any setting the server is loopback only, on its own port, and keeps its data beside it', () => {
  expect(toConfig({}, '/home/someone')).toEqual({
    host: '127.0.0.1',
    port: 8787,
    dataDir: '/home/someone/data',
    workspaceDir: '/home/someone/workspace',
    provider: { apiKey: undefined, baseUrl: undefined, model: undefined },
    models: null,
    mcpServers: [],
    toolsDir: undefined,
    limits: {
      maxSteps: 50,
      maxOutputTokens: 8192,
      maxRetries: 3,
      approvalTimeoutMs: 0,
      retryDelayMs: 1000,
      requestTimeoutMs: 120_000,
    },
    permissionRules: [],
    sandbox: { network: 'off', readable: [], memoryMb: 8192 },
    titles: 'model',
    digests: true,
    unsandboxedCommands: true,
    search: undefined,
    hiddenPaths: [
      '/home/someone/data',
      '/home/someone/.env',
      '/home/someone/slipstream.yaml',
      '/home/someone/.mcp.json',
    ],
    secretValues: [],
    authToken: undefined,
    readOnly: false,
    allowedHosts: [],
    devOrigin: undefined,
    logLevel: 'info',
    shutdownGraceMs: 10_000,
    maxAttachmentMb: 20,
    traceLimits: { maxAgeMs: null, maxBytes: null },
  });
});

const modelFile = `
providers: [{ name: p, baseUrl: http://localhost:1/v1, keyEnv: P_KEY }]
models: [{ id: m, provider: p }]
`;

const mcpFile = '{"mcpServers":{"docs":{"url":"http://localhost:1/mcp"}}}';

test('Every setting can be set', () => {
  const config = toConfig(
    {
      HOST: '0.0.0.0',
      PORT: '0',
      DATA_DIR: '/data',
      WORKSPACE_DIR: 'work',
      OPENAI_API_KEY: 'sk-1',
      OPENAI_BASE_URL: 'http://localhost:11434/v1',
      OPENAI_MODEL: 'qwen',
      CONFIG_FILE: '/etc/models.yaml',
      MCP_CONFIG: '/etc/mcp.json',
      TOOLS_DIR: 'tools',
      MAX_STEPS: '3',
      MAX_OUTPUT_TOKENS: '100',
      MAX_RETRIES: '0',
      APPROVAL_TIMEOUT_MS: '60000',
      RETRY_DELAY_MS: '5',
      REQUEST_TIMEOUT_MS: '100',
      AUTH_TOKEN: '0123456789abcdef',
      TITLES: 'rule',
      WORK_RECORDS: 'off',
      UNSANDBOXED_COMMANDS: 'ask',
      SANDBOX_NETWORK: 'on',
      SANDBOX_MEMORY_MB: '0',
      SANDBOX_READABLE: '/opt/tools: /home/someone/.nvm:',
      SEARCH_URL: 'http://127.0.0.1:8080',
      ALLOWED_HOSTS: 'Chat.Example.com, agent.local,',
      LOG_LEVEL: 'debug',
      SHUTDOWN_GRACE_MS: '1',
      DEV_ORIGIN: 'http://localhost:5173',
    },
    '/home/someone',
    (path) => (path === '/etc/mcp.json' ? mcpFile : modelFile),
  );
  expect(config).toEqual({
    host: '0.0.0.0',
    port: 0,
    dataDir: '/data',
    workspaceDir: resolve('/home/someone/work'),
    provider: { apiKey: 'sk-1', baseUrl: 'http://localhost:11434/v1', model: 'qwen' },
    models: expect.objectContaining({ defaultId: 'm', smallId: 'm', missingKeys: ['P_KEY'] }),
    mcpServers: [
      { kind: 'http', name: 'docs', url: 'http://localhost:1/mcp', headers: {}, trustReadOnly: false },
    ],
    toolsDir: '/home/someone/tools',
    limits: {
      maxSteps: 3,
      maxOutputTokens: 100,
      maxRetries: 0,
      approvalTimeoutMs: 60_000,
      retryDelayMs: 5,
      requestTimeoutMs: 100,
    },
    permissionRules: [],
    sandbox: { network: 'on', readable: ['/opt/tools', '/home/someone/.nvm'], memoryMb: 0 },
    titles: 'rule',
    digests: false,
    unsandboxedCommands: true,
    search: { kind: 'searxng', url: 'http://127.0.0.1:8080' },
    hiddenPaths: ['/data', '/home/someone/.env', '/etc/models.yaml', '/etc/mcp.json', '/home/someone/tools'],
    secretValues: ['sk-1', '0123456789abcdef'],
    authToken: '0123456789abcdef',
    readOnly: false,
    allowedHosts: ['chat.example.com', 'agent.local'],
    devOrigin: 'http://localhost:5173',
    logLevel: 'debug',
    shutdownGraceMs: 1,
    maxAttachmentMb: 20,
    traceLimits: { maxAgeMs: null, maxBytes: null },
  });
});

test('All faults are told at once, each with its name and what is allowed, and never with the value', () => {
  const lines = faults({
    PORT: '70000',
    MAX_STEPS: 'many-steps',
    LOG_LEVEL: 'loud',
    UNSANDBOXED_COMMANDS: 'yes',
    AUTH_TOKEN: 'short-secret',
    OPENAI_BASE_URL: 'file:///etc/passwd',
    ALLOWED_HOSTS: 'https://chat.example.com',
    DEV_ORIGIN: 'http://localhost:5173/',
    REQUEST_TIMEOUT_MS: '1.5',
  });
  expect(lines).toEqual([
    '  - PORT must be a whole number from 0 to 65535',
    '  - OPENAI_BASE_URL must be an http or https URL',
    '  - MAX_STEPS must be a whole number from 1 to 1000',
    '  - REQUEST_TIMEOUT_MS must be a whole number from 100 to 3600000',
    '  - AUTH_TOKEN must have at least 16 characters',
    '  - UNSANDBOXED_COMMANDS must be one of auto, ask, refuse',
    '  - ALLOWED_HOSTS must be host names without scheme and port, separated by commas',
    '  - LOG_LEVEL must be one of trace, debug, info, warn, error, silent',
    '  - DEV_ORIGIN must be an origin such as http://localhost:5173',
  ]);
  expect(lines.join()).not.toMatch(/70000|many-steps|loud|short-secret|passwd|chat\.example/);
});

test('Faults of the file with models stand beside those of the settings', () => {
  const read = (text: string | undefined, env = {}) => {
    try {
      toConfig({ PORT: 'x', ...env }, '/x', (path) => (path.endsWith('.yaml') ? text : undefined));
    } catch (thrown) {
      return (thrown as AppError).message.split('\n').slice(1);
    }
    return [];
  };
  expect(read(`${modelFile}default: other\n`)).toEqual([
    '  - PORT must be a whole number from 0 to 65535',
    '  - slipstream.yaml:4 default names no model of this file',
  ]);
  expect(read(undefined, { CONFIG_FILE: 'mine.yaml' })).toEqual([
    '  - PORT must be a whole number from 0 to 65535',
    '  - CONFIG_FILE names a file that is not there',
  ]);
});

test('An empty value is no value', () => {
  expect(toConfig({ HOST: '', PORT: '  ', AUTH_TOKEN: '', OPENAI_API_KEY: ' ' }, '/x')).toEqual(
    toConfig({}, '/x'),
  );
});

test('The second name of the model is read where the first is missing', () => {
  expect(toConfig({ OPENAI_MODEL_NAME: 'b' }, '/x').provider.model).toBe('b');
  expect(toConfig({ OPENAI_MODEL: 'a', OPENAI_MODEL_NAME: 'b' }, '/x').provider.model).toBe('a');
});

test.each(['0.0.0.0', '::', '192.168.1.7', 'example.com', '128.0.0.1', '127.0.0.1.example.com'])(
  'Listening on %s needs a token, and the refusal says why and how',
  (HOST) => {
    const lines = faults({ HOST });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('set AUTH_TOKEN');
    expect(lines[0]).toContain('leave HOST at 127.0.0.1');
    expect(faults({ HOST, AUTH_TOKEN: '0123456789abcdef' })).toEqual([]);
  },
);

test('A server that is only looked at needs no token anywhere, since nothing can be run through it', () => {
  expect(toConfig({ READ_ONLY: 'on' }, '/x').readOnly).toBe(true);
  expect(toConfig({}, '/x').readOnly).toBe(false);
  expect(faults({ READ_ONLY: 'on', HOST: '0.0.0.0', SANDBOX_NETWORK: 'on' })).toEqual([]);
  expect(faults({ READ_ONLY: 'off', HOST: '0.0.0.0' })).toEqual([expect.stringContaining('set AUTH_TOKEN')]);
  // Whatever was meant, a server is not opened by a word that it does not know.
  expect(faults({ READ_ONLY: 'true' })).toEqual(['  - READ_ONLY must be on or off']);
});

test.each(['127.0.0.1', 'localhost', '::1', '127.8.8.8', '[::1]'])('Listening on %s needs none', (HOST) => {
  expect(faults({ HOST })).toEqual([]);
});

test('The agent does not work in the data folder itself', () => {
  expect(faults({ WORKSPACE_DIR: '/a', DATA_DIR: '/a/' })).toHaveLength(1);
  expect(faults({ WORKSPACE_DIR: '/a/b', DATA_DIR: '/a' })).toEqual([]);
  expect(faults({ WORKSPACE_DIR: '.', DATA_DIR: './data' })).toEqual([]);
});

test('Without a sandbox commands are asked for on loopback, and refused elsewhere unless the operator says', () => {
  const allowed = (env: Record<string, string>) =>
    toConfig({ AUTH_TOKEN: '0123456789abcdef', ...env }, '/x').unsandboxedCommands;
  expect(allowed({})).toBe(true);
  expect(allowed({ HOST: '[::1]' })).toBe(true);
  expect(allowed({ HOST: '0.0.0.0' })).toBe(false);
  expect(allowed({ HOST: '0.0.0.0', UNSANDBOXED_COMMANDS: 'ask' })).toBe(true);
  expect(allowed({ UNSANDBOXED_COMMANDS: 'refuse' })).toBe(false);
});

test('What the server runs may not lie where the agent writes', () => {
  const faultsWith = (env: Record<string, string>) => {
    try {
      toConfig(env, '/a', (path) => (path.endsWith('.json') ? mcpFile : undefined));
    } catch (thrown) {
      return (thrown as AppError).message.split('\n').slice(1);
    }
    return [];
  };
  expect(faultsWith({})).toEqual([]);
  for (const env of [{ WORKSPACE_DIR: '.' }, { WORKSPACE_DIR: '/a/b', MCP_CONFIG: 'b/c.json' }])
    expect(faultsWith(env)).toEqual([expect.stringContaining('lies in the workspace')]);
  expect(faultsWith({ MCP_CONFIG: '/b/none.yaml' })).toEqual([
    '  - MCP_CONFIG names a file that is not there',
  ]);
  for (const TOOLS_DIR of ['/a/workspace', '/a/workspace/tools', '/a', '/'])
    expect(faultsWith({ TOOLS_DIR })).toEqual([expect.stringContaining('TOOLS_DIR and WORKSPACE_DIR')]);
  expect(faultsWith({ TOOLS_DIR: '/a/workspace-tools' })).toEqual([]);
});

test('The network of the sandbox needs a token that its commands cannot see', () => {
  expect(faults({ SANDBOX_NETWORK: 'on' })).toEqual([expect.stringContaining('set AUTH_TOKEN')]);
  expect(faults({ SANDBOX_NETWORK: 'on', AUTH_TOKEN: '0123456789abcdef' })).toEqual([]);
  expect(faults({ SANDBOX_NETWORK: 'yes' })).toEqual(['  - SANDBOX_NETWORK must be one of none, on']);
  for (const SANDBOX_READABLE of ['tools', '/opt:tools', '/'])
    expect(faults({ SANDBOX_READABLE })).toEqual([
      '  - SANDBOX_READABLE must be absolute folders, separated by colons',
    ]);
});

test('The web is searched by an own SearXNG, else by Brave, else not at all', () => {
  const search = (env: Record<string, string>) => toConfig(env, '/x').search;
  const url = 'http://127.0.0.1:8080';
  expect(search({})).toBeUndefined();
  expect(search({ BRAVE_API_KEY: 'key' })).toEqual({ kind: 'brave', key: 'key' });
  expect(search({ BRAVE_API_KEY: 'key', SEARCH_URL: url })).toEqual({ kind: 'searxng', url });
  expect(faults({ SEARCH_URL: 'search.local' })).toEqual(['  - SEARCH_URL must be an http or https URL']);
});
