import { expect, test } from 'vitest';
import { createAnswerBuilder } from './answer-builder.ts';
import { modelReply } from './model-reply.ts';
import { reply } from './reply.ts';

const build = () => createAnswerBuilder((n) => `id${n}`);

test('adds up text, reasoning, calls and usage, and gives their chunks', () => {
  const builder = build();
  const chunks = [
    reply.reasoning('hm', 'm'),
    reply.text('I ', 'look.'),
    reply.toolCall('grep', { pattern: 'x' }, { fragments: 2 }),
    reply.toolCall('glob', { pattern: '*' }, { id: 'own' }),
    reply.usage(10, 5),
  ].flatMap((step) => builder.take(step));
  expect(chunks).toEqual([
    { type: 'reasoning', text: 'hm' },
    { type: 'reasoning', text: 'm' },
    { type: 'text', text: 'I ' },
    { type: 'text', text: 'look.' },
    { type: 'tool_call', id: 'id1', name: 'grep', text: '{"patter' },
    { type: 'tool_call', id: 'id1', name: 'grep', text: 'n":"x"}' },
    { type: 'tool_call', id: 'own', name: 'glob', text: '{"pattern":"*"}' },
  ]);
  expect(builder.end()).toEqual({
    text: 'I look.',
    reasoning: 'hmm',
    calls: [
      { id: 'id1', name: 'grep', args: { pattern: 'x' }, argsText: '{"pattern":"x"}' },
      { id: 'own', name: 'glob', args: { pattern: '*' }, argsText: '{"pattern":"*"}' },
    ],
    finish: 'tool_calls',
    usage: { inputTokens: 10, outputTokens: 5, reasoningTokens: 0, cachedTokens: 0 },
    failure: null,
  });
});

test.each(['{"half', '[1]', '"text"', 'null', ''])('arguments %j give null', (text) => {
  const builder = build();
  builder.take(reply.toolCall('bash', text));
  expect(builder.end().calls[0]).toMatchObject({ args: null, argsText: text });
});

test('a finish that is given wins over the one that fits', () => {
  const builder = build();
  builder.take(reply.finish('length'));
  expect(builder.end().finish).toBe('length');
  expect(build().end().finish).toBe('stop');
});

test('a failure makes the finish an error and keeps what came', () => {
  const builder = build();
  builder.take(reply.text('half'));
  const step = modelReply.fail('network', { retryable: true });
  if (step.step !== 'fail') throw new Error('not a failure');
  expect(builder.end(step.failure)).toEqual({
    text: 'half',
    reasoning: '',
    calls: [],
    finish: 'error',
    usage: null,
    failure: { kind: 'network', message: 'The provider failed: network.', retryable: true },
  });
});
