import { expect, test } from 'vitest';
import { createGate } from '../gate.ts';
import { reply } from '../reply.ts';
import { ask, read, start } from './ask-provider.fixture.ts';
import { wireReply } from './wire-reply.ts';

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
