import type { ModelChunk, ModelRequest } from '@slipstream/agent';
import { expect, test } from 'vitest';
import { createGate } from './gate.ts';
import { modelReply } from './model-reply.ts';
import { reply } from './reply.ts';
import { createScriptedModel } from './scripted-model.ts';
import { takeFaults } from './strict-faults.ts';

const request: ModelRequest = {
  system: 'You help.',
  messages: [{ role: 'user', text: 'hello' }],
  tools: [],
  maxOutputTokens: 100,
};
const { signal } = new AbortController();

async function collect(stream: AsyncIterable<readonly ModelChunk[]>) {
  const batches: (readonly ModelChunk[])[] = [];
  for await (const batch of stream) batches.push(batch);
  return batches;
}

const ended = (text: string, more: object = {}) => ({
  type: 'end',
  answer: { text, reasoning: '', calls: [], finish: 'stop', usage: null, failure: null, ...more },
});

test('plays a list, one answer per call, a batch per piece', async () => {
  const model = createScriptedModel(['one', [reply.text('t', 'w', 'o'), reply.usage(1, 2)]]);
  expect(await collect(model.stream(request, signal))).toEqual([
    [{ type: 'text', text: 'one' }],
    [ended('one')],
  ]);
  expect(await collect(model.stream(request, signal))).toEqual([
    [{ type: 'text', text: 't' }],
    [{ type: 'text', text: 'w' }],
    [{ type: 'text', text: 'o' }],
    [
      ended('two', {
        usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 0, cachedTokens: 0 },
      }),
    ],
  ]);
  expect(model.calls.map((call) => call.outcome)).toEqual(['finished', 'finished']);
});

test('joins steps into one batch and passes notices on', async () => {
  const model = createScriptedModel([
    [
      modelReply.batch(reply.text('a', 'b'), reply.toolCall('bash', {})),
      modelReply.notice('warning', 'odd', 'Odd.'),
    ],
  ]);
  const batches = await collect(model.stream(request, signal));
  expect(batches.slice(0, 2)).toEqual([
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
      { type: 'tool_call', id: 'call_1_1', name: 'bash', text: '{}' },
    ],
    [{ type: 'notice', level: 'warning', code: 'odd', text: 'Odd.' }],
  ]);
  expect(batches[2]).toMatchObject([{ type: 'end', answer: { text: 'ab', finish: 'tool_calls' } }]);
});

test('a failure ends the stream in an answer and leaves the rest unplayed', async () => {
  const model = createScriptedModel([[reply.text('a'), modelReply.fail('server'), reply.text('b')]]);
  const batches = await collect(model.stream(request, signal));
  expect(batches.at(-1)).toMatchObject([
    { type: 'end', answer: { text: 'a', finish: 'error', failure: { kind: 'server' } } },
  ]);
});

test('a function gets the call, with the request as it was', async () => {
  const messages = [...request.messages];
  const model = createScriptedModel((call) => `call ${call.number}: ${call.request.messages.length}`);
  const first = collect(model.stream({ ...request, messages }, signal));
  messages.push({ role: 'user', text: 'later' });
  expect((await first).at(-1)).toEqual([ended('call 1: 1')]);
  expect((await model.waitForCall(1)).request.messages).toEqual(request.messages);
});

test.each([
  ['at a gate', () => [reply.text('a'), reply.gate(createGate())]],
  ['while it hangs', () => [reply.text('a'), reply.hang()]],
  ['between pieces', () => [reply.text('a', 'b', 'c')]],
])('an abort %s rejects with the reason of the signal', async (_, steps) => {
  const controller = new AbortController();
  const reason = new Error('stop');
  const model = createScriptedModel([steps()]);
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const batch of model.stream(request, controller.signal)) {
      seen.push(...batch);
      controller.abort(reason);
    }
  })();
  await expect(reading).rejects.toBe(reason);
  expect(seen).toEqual([{ type: 'text', text: 'a' }]);
  expect(await model.waitForEnd(1)).toBe('aborted');
});

test('a gate lets a test look before the answer goes on', async () => {
  const gate = createGate();
  const model = createScriptedModel([[reply.text('a'), reply.gate(gate), reply.text('b')]]);
  const batches = collect(model.stream(request, signal));
  await gate.reached;
  expect(model.calls[0]?.outcome).toBe('open');
  gate.release();
  expect((await batches).at(-1)).toEqual([ended('ab')]);
});

test('a caller that stops iterating is recorded', async () => {
  const model = createScriptedModel(['a']);
  for await (const _ of model.stream(request, signal)) break;
  expect(await model.waitForEnd(1)).toBe('returned');
});

test('throws what the script says, and when the script has no answer', async () => {
  const model = createScriptedModel([modelReply.throw(new Error('bug'))], { id: 'other' });
  expect(model.info.id).toBe('other');
  await expect(collect(model.stream(request, signal))).rejects.toThrow('bug');
  await expect(collect(model.stream(request, signal))).rejects.toThrow(
    'The script has no answer for call 2.',
  );
  expect(model.calls.map((call) => call.outcome)).toEqual(['thrown', 'thrown']);
});

test('a request that a strict provider would refuse is refused, and told to the whole suite', async () => {
  const model = createScriptedModel(['fine']);
  const unsound: ModelRequest = { ...request, messages: [...request.messages, ...request.messages] };
  await expect(collect(model.stream(unsound, signal))).rejects.toThrow('two user messages in a row');
  expect(takeFaults()).toEqual(['messages[1]: two user messages in a row']);
  expect(model.calls[0]?.outcome).toBe('thrown');
});
