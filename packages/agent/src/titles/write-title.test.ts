import {
  createFakeClock,
  createScriptedModel,
  type ModelScript,
  modelReply,
  reply,
} from '@slipstream/testkit/fakes';
import { describe, expect, test } from 'vitest';
import { toTitle, writeTitle } from './write-title.ts';

const conversation = { question: 'How do I bake bread?', answer: 'With flour, water, salt and time.' };

function write(script: ModelScript, stop = new AbortController()) {
  const model = createScriptedModel(script);
  const clock = createFakeClock();
  const title = writeTitle({ model, clock, limitMs: 1000 }, conversation, stop.signal);
  return { model, clock, title };
}

describe('a title', () => {
  test('is what the model says, asked once, without tools, with both sides of the conversation', async () => {
    const { model, clock, title } = write([[reply.reasoning('Bread.'), reply.text('"Baking Bread."')]]);
    expect(await title).toBe('Baking Bread');
    expect(model.calls).toHaveLength(1);
    const request = model.calls[0]?.request;
    expect(request).toMatchObject({ tools: [], maxOutputTokens: 1000 });
    expect(JSON.stringify(request?.messages)).toContain('How do I bake bread?');
    expect(JSON.stringify(request?.messages)).toContain('With flour');
    expect(clock.pending()).toEqual([]);
  });

  test.each<[string, ModelScript]>([
    ['a failure', [[modelReply.fail('server')]]],
    ['an empty answer', [[reply.text(' \n ')]]],
    ['an answer that is no title', [[reply.text('Here is what I think about it. '.repeat(20))]]],
    ['a call', [[reply.toolCall('bash', { command: 'ls' })]]],
    ['a bug', [[modelReply.throw(new Error('broken'))]]],
    ['no answer at all', []],
  ])('is none after %s', async (_, script) => {
    const { clock, title } = write(script);
    expect(await title).toBeUndefined();
    expect(clock.pending()).toEqual([]);
  });

  test('is not waited for longer than the limit', async () => {
    const { model, clock, title } = write([[reply.text('Ba'), reply.hang()]]);
    await model.waitForCall(1);
    clock.advance(1000);
    expect(await title).toBeUndefined();
    expect(await model.waitForEnd(1)).toBe('aborted');
  });

  test('is given up when it is not wanted any more', async () => {
    const stop = new AbortController();
    const { model, clock, title } = write([[reply.hang()]], stop);
    await model.waitForCall(1);
    stop.abort();
    expect(await title).toBeUndefined();
    expect(await model.waitForEnd(1)).toBe('aborted');
    expect(clock.pending()).toEqual([]);
    expect(await write([], stop).title).toBeUndefined();
  });
});

test.each([
  ['Baking Bread', 'Baking Bread'],
  ['\n\n**Title: Baking Bread**\nIt is about bread.', 'Baking Bread'],
  ['# Baking bread', 'Baking bread'],
  ['“烤面包的方法。”', '烤面包的方法'],
  ['标题：烤面包', '烤面包'],
  ['「パンの焼き方」', 'パンの焼き方'],
  ['C# or F#?', 'C# or F#?'],
  ['What is 2 + 2?', 'What is 2 + 2?'],
  ['...', undefined],
  ['', undefined],
])('%j is the title %j', (said, title) => {
  expect(toTitle(said)).toBe(title);
});

test('a long title is cut at a word', () => {
  const title = toTitle('word '.repeat(30)) ?? '';
  expect(title.length).toBeLessThanOrEqual(60);
  expect(title.endsWith('word…')).toBe(true);
});
