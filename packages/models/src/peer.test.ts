// An independent peer: the same client against a mock of the API that others wrote.
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOpenAiModel } from './openai-model.ts';
import { collectAnswer, plainInfo, plainRequest } from './testing/collect-answer.ts';

const long = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ');
let mock: LLMock;

beforeAll(async () => {
  mock = new LLMock({ port: 0, host: '127.0.0.1' });
  mock.onMessage('hello', { content: '你好, hello 🙂.' }, { chunkSize: 1 });
  mock.onMessage('long', { content: long }, { chunkSize: 7 });
  mock.onMessage('slow', { content: 'one two three' }, { chunkSize: 4, latency: 20 });
  // A reset throws away what was not read yet, so the chunks before it are given time.
  mock.onMessage('cut', { content: long }, { chunkSize: 10, truncateAfterChunks: 5, latency: 30 });
  mock.onMessage('tools', {
    toolCalls: [
      { name: 'stat', arguments: '{"path":"a.txt"}' },
      { name: 'stat', arguments: '{"path":"b.txt"}' },
    ],
  });
  await mock.start();
});
afterAll(() => mock.stop());

function ask(text: string) {
  const model = createOpenAiModel({
    info: plainInfo,
    baseUrl: `${mock.url}/v1`,
    apiKey: 'key-of-nobody',
    idleTimeoutMs: 10_000,
  });
  return collectAnswer(model, { ...plainRequest, messages: [{ role: 'user', text }] });
}

test.each([
  ['hello', '你好, hello 🙂.'],
  ['long', long],
  ['slow', 'one two three'],
])('%s: the text arrives whole', async (prompt, text) => {
  const { answer } = await ask(prompt);
  expect(answer).toMatchObject({ text, finish: 'stop', failure: null, calls: [] });
});

test('slow tokens come one by one', async () => {
  expect((await ask('slow')).batches).toBeGreaterThan(2);
});

test('two calls come with their arguments', async () => {
  const { answer } = await ask('tools');
  expect(answer).toMatchObject({ finish: 'tool_calls', failure: null });
  expect(answer.calls.map(({ name, args }) => [name, args])).toEqual([
    ['stat', { path: 'a.txt' }],
    ['stat', { path: 'b.txt' }],
  ]);
});

test.each([
  [429, 'rate_limit', true],
  [401, 'auth', false],
  [500, 'server', true],
  [503, 'server', true],
] as const)('an injected error %d is told as %s', async (status, kind, retryable) => {
  mock.nextRequestError(status, { message: 'Injected.', type: 'injected' });
  const { answer } = await ask('hello');
  expect(answer).toMatchObject({ text: '', finish: 'error', failure: { kind, retryable } });
  expect(answer.failure?.message).toContain('Injected.');
  expect((await ask('hello')).answer.failure).toBeNull();
});

test('a stream that is cut in the middle is not taken for whole, and its text is kept', async () => {
  const { answer } = await ask('cut');
  expect(answer).toMatchObject({ finish: 'error', failure: { kind: 'stream_interrupted', retryable: true } });
  expect(answer.text).not.toBe('');
  expect(long.startsWith(answer.text)).toBe(true);
});
