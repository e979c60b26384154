import { afterEach, expect, test } from 'vitest';
import { createGate } from '../gate.ts';
import { reply } from '../reply.ts';
import type { WireScript } from './router.ts';
import {
  createScriptedProvider,
  type ScriptedProvider,
  type ScriptedProviderOptions,
} from './scripted-provider.ts';
import { wireReply } from './wire-reply.ts';

const started: ScriptedProvider[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((provider) => provider.close()));
});

async function start(script: WireScript = [], options: ScriptedProviderOptions = {}) {
  const provider = await createScriptedProvider({ script, ...options });
  started.push(provider);
  return provider;
}

type Ask = { text?: string; body?: object; signal?: AbortSignal; headers?: Record<string, string> };

function ask(provider: ScriptedProvider, { text = 'hello', body = {}, signal, headers }: Ask = {}) {
  return fetch(`${provider.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: 'scripted',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: text }],
      ...body,
    }),
    ...(signal ? { signal } : {}),
  });
}

type Chunk = {
  choices: { delta: Record<string, unknown>; finish_reason: string | null }[];
  usage?: Record<string, unknown>;
};

/** The deltas and finish reasons of a whole streamed answer, without the opening one; the last item is its end. */
async function read(response: Response): Promise<unknown[]> {
  const events = (await response.text()).split('\n\n').filter((event) => event !== '');
  return events
    .map((event) => event.replace(/^data: /, ''))
    .map((data) => {
      if (data === '[DONE]') return data;
      const chunk = JSON.parse(data) as Chunk;
      const [choice] = chunk.choices;
      if (!choice) return chunk.usage;
      return choice.finish_reason ?? choice.delta;
    })
    .filter((item) => JSON.stringify(item) !== '{"role":"assistant","content":""}');
}

test('streams text, reasoning, calls in fragments and usage, and ends as a provider does', async () => {
  const provider = await start([
    [
      reply.reasoning('hm'),
      reply.text('Hel', 'lo'),
      reply.toolCall('bash', '{"command":"ls"}', { fragments: 2 }),
      reply.toolCall('glob', { pattern: '*' }, { id: 'mine' }),
      reply.usage(5, 3),
    ],
  ]);
  const response = await ask(provider);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const call = (index: number, id: string, name: string) => ({
    tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }],
  });
  const fragment = (index: number, text: string) => ({
    tool_calls: [{ index, function: { arguments: text } }],
  });
  expect(await read(response)).toEqual([
    { reasoning_content: 'hm' },
    { content: 'Hel' },
    { content: 'lo' },
    call(0, 'call_1_1', 'bash'),
    fragment(0, '{"comman'),
    fragment(0, 'd":"ls"}'),
    call(1, 'mine', 'glob'),
    fragment(1, '{"pattern":"*"}'),
    'tool_calls',
    expect.objectContaining({ prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 }),
    '[DONE]',
  ]);
  expect(provider.violations).toEqual([]);
  expect(await provider.requests[0]?.ended).toBe('finished');
});

test('sends usage only to who asked for it, and the finish reason only once', async () => {
  const provider = await start([[reply.text('a'), reply.finish('length'), reply.usage(1, 1)]]);
  const response = await ask(provider, { body: { stream_options: {} } });
  expect(await read(response)).toEqual([{ content: 'a' }, 'length', '[DONE]']);
});

test('answers in one body when no stream is asked for', async () => {
  const provider = await start([
    [wireReply.paced('Hi there', 1), reply.toolCall('bash', { command: 'ls' }), reply.usage(2, 2)],
  ]);
  const response = await ask(provider, { body: { stream: false, stream_options: undefined } });
  expect(await response.json()).toMatchObject({
    object: 'chat.completion',
    choices: [
      {
        message: {
          role: 'assistant',
          content: 'Hi there',
          tool_calls: [{ id: 'call_1_1', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { total_tokens: 4 },
  });
});

test('a gate holds the answer until the test releases it', async () => {
  const gate = createGate();
  const provider = await start([[reply.text('a'), reply.gate(gate), reply.text('b')]]);
  const response = await ask(provider);
  await gate.reached;
  expect(provider.open()).toBe(1);
  expect(provider.requests[0]?.outcome).toBe('open');
  gate.release();
  expect(await read(response)).toEqual([{ content: 'a' }, { content: 'b' }, 'stop', '[DONE]']);
});

test('records requests with their headers and parsed bodies', async () => {
  const provider = await start(['a', 'b']);
  const second = provider.waitForRequest(2);
  await read(await ask(provider, { text: 'one', headers: { 'x-test': '1' } }));
  await read(await ask(provider, { text: 'two', body: { max_tokens: 7 } }));
  expect(provider.requests[0]?.headers['x-test']).toBe('1');
  expect(await second).toMatchObject({ number: 2, lastUserText: 'two', body: { max_tokens: 7 } });
});

test.each([
  ['while it hangs in the stream', [reply.text('a'), reply.hang()]],
  ['at a gate', [wireReply.open(), reply.gate(createGate())]],
  ['in a delay', [wireReply.open(), wireReply.delay(60_000)]],
  ['in a paced text', [wireReply.open(), wireReply.paced('a b c', 0.01)]],
])('sees a client that closes early %s', async (_, steps) => {
  const provider = await start([steps]);
  const controller = new AbortController();
  const response = await ask(provider, { signal: controller.signal });
  const reading = response.text();
  controller.abort();
  await expect(reading).rejects.toThrow();
  expect((await provider.waitForClose(1)).outcome).toBe('closed_early');
  expect(provider.open()).toBe(0);
  expect(provider.violations).toEqual([]);
});

test('sees a client that closes before any byte of the answer', async () => {
  const provider = await start([reply.hang()]);
  const controller = new AbortController();
  const asking = ask(provider, { signal: controller.signal });
  await provider.waitForRequest(1);
  controller.abort();
  await expect(asking).rejects.toThrow();
  await provider.waitForClose(1);
});

test('drops the connection before and within an answer, and does not take that for the client', async () => {
  const provider = await start([wireReply.drop(), [reply.text('a'), wireReply.drop()]]);
  await expect(ask(provider)).rejects.toThrow();
  const response = await ask(provider);
  await expect(response.text()).rejects.toThrow();
  expect(await Promise.all(provider.requests.map((request) => request.ended))).toEqual([
    'dropped',
    'dropped',
  ]);
  await expect(provider.waitForClose(1)).rejects.toThrow('it is "dropped"');
});

test('answers with errors and their headers', async () => {
  const provider = await start([
    wireReply.rateLimit(3),
    wireReply.httpError(401, { message: 'Bad key.' }),
    wireReply.httpError(500, { body: 'oops', headers: { 'content-type': 'text/plain' } }),
  ]);
  const limited = await ask(provider);
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
  const refused = await ask(provider);
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: { message: 'Bad key.' } }]);
  const failed = await ask(provider, { body: { stream: false, stream_options: undefined } });
  expect([failed.status, await failed.text()]).toEqual([500, 'oops']);
});

test('sends raw bytes, odd deltas and whole chunks as they are', async () => {
  const provider = await start([
    [
      wireReply.raw(': ping\n\ndata: {"x"'),
      wireReply.raw(new TextEncoder().encode(':1}\n\n')),
      wireReply.chunk({ error: { message: 'late' } }),
      wireReply.end(),
    ],
    [wireReply.delta({ content: 'a', odd: true }), wireReply.delta({}, 'odd_reason')],
  ]);
  expect(await (await ask(provider)).text()).toBe(
    ': ping\n\ndata: {"x":1}\n\ndata: {"error":{"message":"late"}}\n\n',
  );
  expect(await read(await ask(provider))).toEqual([{ content: 'a', odd: true }, 'odd_reason', '[DONE]']);
});

test('refuses what a strict provider refuses, without using up the script', async () => {
  const provider = await start(['fine']);
  const bad = await ask(provider, { body: { messages: [{ role: 'user', content: '' }], tools: [] } });
  expect(bad.status).toBe(400);
  expect(await bad.json()).toMatchObject({
    error: { message: 'tools: must not be empty; messages[0]: content must not be empty' },
  });
  const broken = await fetch(`${provider.baseUrl}/chat/completions`, { method: 'POST', body: '{"mod' });
  expect(broken.status).toBe(400);
  expect(provider.violations).toEqual([
    { request: 1, problem: 'tools: must not be empty' },
    { request: 1, problem: 'messages[0]: content must not be empty' },
    { request: 0, problem: 'the body is not a JSON object' },
  ]);
  expect(await read(await ask(provider))).toEqual([{ content: 'fine' }, 'stop', '[DONE]']);
});

test('a script that ends too soon or throws is a violation, too', async () => {
  const provider = await start([]);
  const none = await ask(provider);
  expect([none.status, await none.json()]).toMatchObject([
    400,
    { error: { message: 'The script has no answer for request 1.' } },
  ]);
  provider.setScript(() => {
    throw new Error('a bug in the test');
  });
  expect((await ask(provider)).status).toBe(400);
  provider.setScript(async function* () {
    yield reply.text('a');
    throw new Error('a bug later on');
  });
  await expect((await ask(provider)).text()).rejects.toThrow();
  expect(provider.violations.map(({ problem }) => problem)).toEqual([
    'The script has no answer for request 1.',
    'a bug in the test',
    'a bug later on',
  ]);
});

test('many sessions are answered by their markers without a mixed-up byte', async () => {
  const provider = await start();
  const gate = createGate();
  const names = Array.from({ length: 50 }, (_, index) => `[s${index}]`);
  const logs = names.map((name) =>
    provider.route(name, [[reply.text(`${name} a `), reply.gate(gate), reply.text(`${name} b`)]]),
  );
  const answers = names.map(async (name) => (await ask(provider, { text: `do ${name}` })).text());
  await Promise.all(logs.map((log) => log.waitForRequest(1)));
  expect(provider.open()).toBe(50);
  gate.release();
  for (const [index, text] of (await Promise.all(answers)).entries()) {
    expect(text).toContain(`${names[index]} a `);
    expect(text).toContain(`${names[index]} b`);
    expect(new Set(text.match(/\[s\d+\]/g))).toEqual(new Set([names[index]]));
  }
  expect(provider.requests.length).toBe(50);
});

test('streams at a rate', async () => {
  const provider = await start([wireReply.paced('one two three four', 1000, 'reasoning_content')]);
  expect(await read(await ask(provider))).toEqual([
    { reasoning_content: 'one' },
    { reasoning_content: ' two' },
    { reasoning_content: ' three' },
    { reasoning_content: ' four' },
    'stop',
    '[DONE]',
  ]);
});

test('lists models, asks for the key, and knows no other path', async () => {
  const provider = await start(['a'], { models: ['x', 'y'], apiKey: 'secret' });
  const headers = { authorization: 'Bearer secret' };
  const get = (path: string, more: object) => fetch(provider.baseUrl + path, more);
  const list = await get('/models', { headers });
  expect(await list.json()).toMatchObject({ object: 'list', data: [{ id: 'x' }, { id: 'y' }] });
  expect((await get('/models', {})).status).toBe(401);
  expect((await ask(provider)).status).toBe(401);
  expect((await get('/other', { headers })).status).toBe(404);
  expect((await ask(provider, { headers })).status).toBe(200);
  expect(provider.requests.length).toBe(1);
});

test('closing cuts what is open and can be called twice', async () => {
  const provider = await start([[reply.text('a'), reply.hang()]]);
  const response = await ask(provider);
  const reading = response.text();
  await Promise.all([provider.close(), provider.close()]);
  await expect(reading).rejects.toThrow();
  expect(await provider.requests[0]?.ended).toBe('dropped');
  await expect(fetch(`${provider.baseUrl}/models`)).rejects.toThrow();
});
