import { expect, test } from 'vitest';
import { createGate } from '../gate.ts';
import { reply } from '../reply.ts';
import { takeFaults } from '../strict-faults.ts';
import { ask, read, start } from './ask-provider.fixture.ts';
import { wireReply } from './wire-reply.ts';

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
  // Told to the whole suite, too: a test that does not take them fails.
  expect(takeFaults()).toEqual(provider.violations.map(({ problem }) => problem));
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
