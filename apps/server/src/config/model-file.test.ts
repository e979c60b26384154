import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toModelSettings } from './model-settings.ts';
import { parseModelFile } from './parse-model-file.ts';

function faultsOf(text: string): string[] {
  const parsed = parseModelFile(text, 'slipstream.yaml', 'demo');
  return 'faults' in parsed ? parsed.faults : [];
}

function settingsOf(text: string, env: Record<string, string> = {}) {
  const parsed = parseModelFile(text, 'slipstream.yaml', 'demo');
  if ('faults' in parsed) throw new Error(parsed.faults.join('\n'));
  return toModelSettings(parsed.file, env, 'demo');
}

test('The example says what it says it does', () => {
  const example = readFileSync(new URL('../../../../slipstream.example.yaml', import.meta.url), 'utf8');
  const settings = settingsOf(example, { DEEPSEEK_API_KEY: ' key ' });
  expect(settings.models.map(({ info }) => info.id)).toEqual([
    'deepseek-chat',
    'deepseek/deepseek-reasoner',
    'openrouter/deepseek-reasoner',
    'qwen3:8b',
  ]);
  expect(settings).toMatchObject({
    defaultId: 'deepseek-chat',
    smallId: 'qwen3:8b',
    missingKeys: ['OPENROUTER_API_KEY'],
  });
  expect(settings.models[0]).toEqual({
    info: {
      id: 'deepseek-chat',
      label: 'DeepSeek',
      provider: 'deepseek',
      contextWindow: 128_000,
      vision: false,
      reasoning: false,
      demo: false,
    },
    name: 'deepseek-chat',
    baseUrl: 'https://api.deepseek.com/v1',
    apiKey: 'key',
    keyName: 'DEEPSEEK_API_KEY',
    headers: {},
    maxOutputTokens: 8192,
    temperature: 0.6,
    prices: { inputPerMTok: 0.28, outputPerMTok: 0.42, cachedInputPerMTok: 0.028 },
    parallelToolCalls: undefined,
    quirks: {},
  });
  expect(settings.models[1]?.quirks).toEqual({
    echoReasoning: 'always',
    without: new Set(['parallel_tool_calls']),
  });
  expect(settings.models[2]?.headers).toEqual({ 'X-Title': 'Slipstream' });
});

test('All faults of a file come at once, in order, each with its line and never with a value', () => {
  const lines = faultsOf(`# mine
providers:
  - name: a b
    baseUrl: sk-canary-url
    keyEnv: sk-canary-key
    colour: blue
  - baseUrl: http://x/v1
models:
  - id: ''
    provider: a
    contextWindow: many
    prices:
      input: -1
  - id: m
    provider: a
    temperature: 3
    vision: yes please
    quirks:
      without: [sk-canary-field]
`);
  expect(lines).toEqual([
    'slipstream.yaml:3 providers[0].name must be 1 to 64 characters without spaces and slashes',
    'slipstream.yaml:4 providers[0].baseUrl must be an http or https URL',
    'slipstream.yaml:5 providers[0].keyEnv must be the name of a variable, never the key itself',
    'slipstream.yaml:6 providers[0].colour is not a setting here',
    'slipstream.yaml:7 providers[1].name is missing',
    'slipstream.yaml:9 models[0].id must not be empty',
    'slipstream.yaml:11 models[0].contextWindow must be a number',
    'slipstream.yaml:12 models[0].prices.output is missing',
    'slipstream.yaml:13 models[0].prices.input must not be negative',
    'slipstream.yaml:16 models[1].temperature must be at most 2',
    'slipstream.yaml:17 models[1].vision must be true or false',
    'slipstream.yaml:19 models[1].quirks.without[0] must be one of stream, stream_options, max_tokens, max_completion_tokens, parallel_tool_calls, temperature',
  ]);
});

test('Names must name something, once', () => {
  const head = `providers:
  - { name: a, baseUrl: http://x/v1 }
  - { name: a, baseUrl: http://y/v1 }
  - { name: b, baseUrl: http://z/v1 }
`;
  const lines = faultsOf(`${head}models:
  - { id: m, provider: a }
  - { id: m, provider: b }
  - { id: n, provider: c }
  - { id: m, provider: a }
default: m
small: q
`);
  expect(lines).toEqual([
    'slipstream.yaml:3 providers[1].name is the name of another provider, too',
    'slipstream.yaml:8 models[2].provider names no provider of this file',
    'slipstream.yaml:9 models[3].id is listed twice for this provider',
    'slipstream.yaml:9 models[3].id cannot be told from another model',
    'slipstream.yaml:10 default is there more than once; write provider/model',
    'slipstream.yaml:11 small names no model of this file',
  ]);
});

test('An id that is there twice, or is the demo model’s, is chosen with its provider', () => {
  const settings = settingsOf(`providers:
  - { name: a, baseUrl: http://x/v1 }
  - { name: b, baseUrl: http://y/v1 }
models:
  - { id: m, provider: a }
  - { id: m, provider: b }
  - { id: demo, provider: b }
  - { id: n, provider: b }
default: b/m
small: b/n
`);
  expect(settings.models.map(({ info, name }) => [info.id, name])).toEqual([
    ['a/m', 'm'],
    ['b/m', 'm'],
    ['b/demo', 'demo'],
    ['n', 'n'],
  ]);
  expect([settings.defaultId, settings.smallId]).toEqual(['b/m', 'n']);
});

test.each([
  ['nothing at all', '', 'slipstream.yaml:1 providers is missing'],
  ['a text', 'hello', 'slipstream.yaml:1 must be an entry with settings'],
  ['no list', 'providers: 3\nmodels: []', 'slipstream.yaml:1 providers must be a list'],
  ['an empty list', 'providers: []\nmodels: []', 'slipstream.yaml:1 providers must have at least one entry'],
  ['broken syntax', 'providers:\n  - name: "open\n', 'slipstream.yaml:3 is not valid YAML'],
  ['a tab', 'providers:\n\t- name: a\n', 'slipstream.yaml:2 is indented with a tab; YAML wants spaces'],
  ['a key twice', 'models: []\nmodels: []\n', 'slipstream.yaml:2 repeats a key of the same entry'],
  ['an alias of nothing', 'models: *x\n', 'slipstream.yaml:1 has aliases that lead nowhere or to too much'],
])('Of %s it says what is wrong and where', (_, text, fault) => {
  expect(faultsOf(text)[0]).toBe(fault);
});

test('Entries that multiply by reference are refused', () => {
  const rows = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
  expect(faultsOf(['a0: &a0 [x]', ...rows].join('\n'))).toHaveLength(1);
});
