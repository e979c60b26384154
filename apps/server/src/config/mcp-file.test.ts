import { expect, test } from 'vitest';
import { parseMcpFile } from './mcp-file.ts';

/** How a file asks for a variable. */
const variable = (name: string) => ['$', '{', name, '}'].join('');

function read(file: unknown, env = {}) {
  return parseMcpFile(typeof file === 'string' ? file : JSON.stringify(file), '.mcp.json', env);
}

test('Programs and addresses are read in the usual form, with variables filled in', () => {
  const file = {
    mcpServers: {
      files: {
        command: 'npx',
        args: ['-y', variable('PACKAGE:-files')],
        env: { API_KEY: variable('KEY') },
        alwaysAllow: ['x'],
      },
      web: {
        type: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: `Bearer ${variable('KEY')}` },
      },
      off: { command: 'x', disabled: true },
    },
  };
  expect(read(file, { KEY: 'canary-4711' })).toEqual({
    servers: [
      {
        name: 'files',
        kind: 'stdio',
        command: 'npx',
        args: ['-y', 'files'],
        env: { API_KEY: 'canary-4711' },
        sandbox: true,
        network: 'on',
        readable: [],
        trustReadOnly: false,
      },
      {
        name: 'web',
        kind: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer canary-4711' },
        trustReadOnly: false,
      },
    ],
    secretValues: ['canary-4711', 'Bearer canary-4711', 'canary-4711'],
  });
});

test('All faults come at once, each with its place and never with a value', () => {
  // A server that is no entry at all hides the others.
  expect(read({ mcpServers: { text: 'sk-canary', none: {} } })).toEqual({
    faults: ['.mcp.json mcpServers.text must be an entry with settings'],
  });
  const rest = read({
    mcpServers: {
      'a b': { command: 'sk-canary' },
      both: { command: 'x', url: 'http://x' },
      none: {},
      old: { type: 'sse', url: 'http://sk-canary' },
      program: { command: '', env: { K: 3 }, readable: ['sk-canary'], timeoutMs: 1 },
      unset: { command: 'x', args: [variable('NOT_SET')], env: { K: variable('ALSO_NOT') } },
      web: { url: 'ftp://sk-canary' },
    },
  });
  expect(rest).toEqual({
    faults: [
      '.mcp.json mcpServers.a b must have a name of 1 to 32 letters, digits, - and _',
      '.mcp.json mcpServers.both must have either a command or a url',
      '.mcp.json mcpServers.none must have either a command or a url',
      '.mcp.json mcpServers.old.type must be http: the older way of events alone is not spoken',
      '.mcp.json mcpServers.program.timeoutMs must be at least 1000',
      '.mcp.json mcpServers.program.command must not be empty',
      '.mcp.json mcpServers.program.env.K must be a text',
      '.mcp.json mcpServers.program.readable.0 must be an absolute path',
      '.mcp.json mcpServers.unset.args.0 needs the variable NOT_SET, which is not set',
      '.mcp.json mcpServers.unset.env.K needs the variable ALSO_NOT, which is not set',
      '.mcp.json mcpServers.web.url must be an http or https URL',
    ],
  });
});

test.each([
  ['broken syntax', '{\n  "mcpServers": {,}\n}', '.mcp.json:2 is not valid JSON'],
  ['a cut file', '{\n"mcpServers":', '.mcp.json:2 is not valid JSON'],
  ['a list', '[]', '.mcp.json must be an entry with mcpServers'],
  ['another file', '{}', '.mcp.json mcpServers must be an entry with servers'],
])('Of %s it says what is wrong and where', (_, text, fault) => {
  expect(read(text)).toEqual({ faults: [fault] });
});
