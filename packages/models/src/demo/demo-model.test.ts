import type { ModelChunk, ModelRequest } from '@slipstream/agent';
import { createFakeClock } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { createDemoModel, demoModelInfo } from './demo-model.ts';
import { converse, readAll, toAnswer, toSpecs } from './testing/converse.ts';

const request = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'You are a test.',
  messages: [{ role: 'user', text }],
  tools: toSpecs(['bash', 'write_file']),
  maxOutputTokens: 8192,
  ...more,
});
const { signal } = new AbortController();

test('says what it is', () => {
  expect(createDemoModel().info).toBe(demoModelInfo);
  expect(demoModelInfo).toMatchObject({ id: 'demo', demo: true, label: 'Demo (not a language model)' });
});

test('the chunks add up to the answer', async () => {
  const chunks = await readAll(createDemoModel({ delayMs: 0 }).stream(request('think'), signal));
  const join = (type: ModelChunk['type']) =>
    chunks.map((chunk) => (chunk.type === type && 'text' in chunk ? chunk.text : '')).join('');
  const answer = toAnswer(chunks);
  expect(answer.text).toBe(join('text'));
  expect(answer.reasoning).toBe(join('reasoning'));
  expect(answer.reasoning).toContain('train of thought');
  expect(answer).toMatchObject({ finish: 'stop', failure: null });
});

test('streams calls in fragments under the id of the final call, which is unique', async () => {
  const model = createDemoModel({ delayMs: 0 });
  const chunks = await readAll(model.stream(request('write a haiku to poem.txt'), signal));
  const [call] = toAnswer(chunks).calls;
  const fragments = chunks.filter((chunk) => chunk.type === 'tool_call');
  expect(fragments.length).toBeGreaterThan(3);
  expect(fragments.map((chunk) => chunk.text).join('')).toBe(call?.argsText);
  expect(JSON.parse(call?.argsText ?? '')).toEqual(call?.args);
  expect(new Set(fragments.map((chunk) => chunk.id))).toEqual(new Set([call?.id]));
  const [again] = toAnswer(await readAll(model.stream(request('run ls'), signal))).calls;
  expect(again?.id).not.toBe(call?.id);
});

test('streams about forty words a second', async () => {
  const clock = createFakeClock(0);
  const chunks: ModelChunk[] = [];
  const reading = (async () => {
    for await (const batch of createDemoModel({ clock }).stream(request('help'), signal)) {
      chunks.push(...batch);
    }
  })();
  for (let word = 1; word <= 40; word += 1) {
    await clock.waitForTimers(1);
    expect(chunks.length).toBe(word - 1);
    clock.advanceToNext();
  }
  await clock.waitForTimers(1);
  expect([chunks.length, clock.now()]).toEqual([40, 1000]);
  let ended = false;
  reading.then(() => {
    ended = true;
  });
  while (!ended) {
    await Promise.race([reading, clock.waitForTimers(1)]);
    clock.advanceToNext();
  }
  expect(toAnswer(chunks).finish).toBe('stop');
});

test('an abort ends it at once with the reason of the signal, and leaves no timer', async () => {
  const clock = createFakeClock();
  const controller = new AbortController();
  const reason = new Error('stop');
  const chunks: ModelChunk[] = [];
  const reading = (async () => {
    const stream = createDemoModel({ clock }).stream(request('count slowly to 100'), controller.signal);
    for await (const batch of stream) chunks.push(...batch);
  })();
  await clock.waitForTimers(1);
  clock.advance(150);
  await clock.waitForTimers(1);
  controller.abort(reason);
  await expect(reading).rejects.toBe(reason);
  expect(chunks).toEqual([{ type: 'text', text: 'one,' }]);
  expect(clock.pending()).toEqual([]);
});

test('an abort also ends it between two pieces that it does not wait for', async () => {
  const controller = new AbortController();
  const reason = new Error('stop');
  let batches = 0;
  const reading = (async () => {
    const stream = createDemoModel({ delayMs: 0 }).stream(request('help'), controller.signal);
    for await (const _ of stream) {
      batches += 1;
      controller.abort(reason);
    }
  })();
  await expect(reading).rejects.toBe(reason);
  expect(batches).toBe(1);
});

test('who stops reading leaves no timer', async () => {
  const clock = createFakeClock();
  const stream = createDemoModel({ clock }).stream(request('help'), signal);
  const iterator = stream[Symbol.asyncIterator]();
  const first = iterator.next();
  await clock.waitForTimers(1);
  clock.advanceToNext();
  await first;
  await iterator.return?.();
  expect(clock.pending()).toEqual([]);
});

test('with the clock of the system it really streams', async () => {
  const [answer] = await converse('think', {}, createDemoModel({ delayMs: 1 }));
  expect(answer?.text).toContain('I am only the demo.');
});

test('counts four characters as a token', async () => {
  const chunks = await readAll(
    createDemoModel({ delayMs: 0 }).stream(request('think', { system: 'x'.repeat(400), tools: [] }), signal),
  );
  const answer = toAnswer(chunks);
  expect(answer.usage).toEqual({
    inputTokens: 102,
    outputTokens: Math.ceil((answer.text.length + answer.reasoning.length) / 4),
    reasoningTokens: Math.ceil(answer.reasoning.length / 4),
    cachedTokens: 0,
  });
});

test('keeps to the output limit', async () => {
  const model = createDemoModel({ delayMs: 0 });
  const words = toAnswer(
    await readAll(model.stream(request('count to 100', { maxOutputTokens: 5 }), signal)),
  );
  expect(words).toMatchObject({ text: 'one, two, three,', finish: 'length' });
  const call = toAnswer(
    await readAll(model.stream(request('run echo this-is-a-long-command', { maxOutputTokens: 8 }), signal)),
  );
  expect(call).toMatchObject({ text: 'Running it.', calls: [], finish: 'length' });
});
