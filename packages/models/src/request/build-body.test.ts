import type { ModelRequest, ModelToolCall, PromptMessage } from '@slipstream/agent';
import { findFaults } from '@slipstream/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../stream/call-arguments.ts';
import { buildBody } from './build-body.ts';
import { createSwitches, type Switches } from './switches.ts';

const request: ModelRequest = {
  system: 'Be terse.',
  messages: [{ role: 'user', text: 'Go.' }],
  tools: [],
  maxOutputTokens: 1000,
};
const options = { model: 'm', temperature: undefined, parallelToolCalls: undefined };
const plain = createSwitches('m').current();

const build = (changes: Partial<ModelRequest>, switches: Partial<Switches> = {}) =>
  buildBody({ ...request, ...changes }, options, { ...plain, ...switches });
const messages = (list: ModelRequest['messages'], switches: Partial<Switches> = {}) =>
  build({ system: '', messages: list }, switches)['messages'];

const call: ModelToolCall = { id: 'call_1', name: 'stat', args: { p: 'a' }, argsText: '{ "p": "a" }' };
const turn: ModelRequest['messages'] = [
  { role: 'user', text: 'Go.' },
  { role: 'assistant', text: '', reasoning: 'I look.', calls: [call] },
  { role: 'tool', callId: 'call_1', name: 'stat', text: 'a file' },
];

describe('the body', () => {
  test('of a plain request', () => {
    expect(build({})).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be terse.' },
        { role: 'user', content: 'Go.' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 1000,
    });
  });

  test('of a request in the middle of a turn', () => {
    const parameters = { type: 'object', properties: { p: { type: 'string' } }, required: ['p'] };
    const tools = [
      { name: 'stat', description: 'Looks at a path.', parameters },
      { name: 'list', description: '', parameters },
    ];
    expect(build({ messages: turn, tools })).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be terse.' },
        { role: 'user', content: 'Go.' },
        {
          role: 'assistant',
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'stat', arguments: '{ "p": "a" }' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'a file' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 1000,
      tools: [
        { type: 'function', function: { name: 'stat', description: 'Looks at a path.', parameters } },
        { type: 'function', function: { name: 'list', parameters } },
      ],
    });
  });

  test('with what was learned', () => {
    const tools = [{ name: 'stat', description: 'x', parameters: { type: 'object' } }];
    const without = new Set(['stream_options', 'temperature']);
    const learned = { ...plain, without, limitField: 'max_completion_tokens', tools: false } as const;
    const body = buildBody(
      { ...request, tools },
      { model: 'm', temperature: 0.2, parallelToolCalls: true },
      learned,
    );
    expect(Object.keys(body).sort()).toEqual(['max_completion_tokens', 'messages', 'model', 'stream']);
  });

  test('has optional fields only where they are wanted', () => {
    const tools = [{ name: 'stat', description: 'x', parameters: { type: 'object' } }];
    const wanted = { model: 'm', temperature: 0, parallelToolCalls: false };
    expect(buildBody({ ...request, tools }, wanted, plain)).toMatchObject({
      temperature: 0,
      parallel_tool_calls: false,
    });
    expect(buildBody(request, wanted, plain)).not.toHaveProperty('parallel_tool_calls');
  });
});

describe('messages', () => {
  test('what a provider wants back goes back with its call', () => {
    const extraContent = { google: { thought_signature: 'c2ln' } };
    expect(
      messages([{ role: 'assistant', text: 'Hm.', reasoning: '', calls: [{ ...call, extraContent }] }]),
    ).toEqual([
      {
        role: 'assistant',
        content: 'Hm.',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'stat', arguments: '{ "p": "a" }' },
            extra_content: extraContent,
          },
        ],
      },
    ]);
  });

  test('arguments that are no JSON object are sent as an empty one', () => {
    const broken = { ...call, args: null, argsText: '{"p": "a' };
    const sent = messages([{ role: 'assistant', text: '', reasoning: '', calls: [broken] }]);
    expect(sent).toMatchObject([{ tool_calls: [{ function: { arguments: '{}' } }] }]);
  });

  test('a name that no tool can have becomes one that providers take', () => {
    const sent = messages([
      { role: 'assistant', text: '', reasoning: '', calls: [{ ...call, name: 'a.b c' }] },
    ]);
    expect(sent).toMatchObject([{ tool_calls: [{ function: { name: 'a_b_c' } }] }]);
  });

  test.each<[Switches['echoReasoning'], string, string | undefined]>([
    ['never', 'I look.', undefined],
    ['given', 'I look.', 'I look.'],
    ['given', '', undefined],
    ['always', '', ''],
  ])('reasoning goes back %s: %j', (echoReasoning, reasoning, expected) => {
    const sent = messages([{ role: 'assistant', text: 'x', reasoning, calls: [call] }], { echoReasoning });
    expect((sent as Record<string, unknown>[])[0]?.['reasoning_content']).toBe(expected);
  });

  test('reasoning without calls never goes back', () => {
    const sent = messages([{ role: 'assistant', text: 'x', reasoning: 'y', calls: [] }], {
      echoReasoning: 'always',
    });
    expect(sent).toEqual([{ role: 'assistant', content: 'x' }]);
  });

  test('an empty content is only there where it is demanded', () => {
    const message: PromptMessage = { role: 'assistant', text: '\n', reasoning: '', calls: [call] };
    expect(messages([message])).not.toMatchObject([{ content: '' }]);
    expect(messages([message], { emptyContent: true })).toMatchObject([{ content: '' }]);
  });

  test('neighbours of one role are one message, and empty ones are none', () => {
    expect(
      messages([
        { role: 'user', text: 'a' },
        { role: 'assistant', text: ' \n', reasoning: 'x', calls: [] },
        { role: 'user', text: 'b' },
        { role: 'assistant', text: 'c', reasoning: '', calls: [] },
        { role: 'assistant', text: 'd', reasoning: '', calls: [call] },
        { role: 'tool', callId: 'call_1', name: 'stat', text: '' },
      ]),
    ).toMatchObject([
      { role: 'user', content: 'a\n\nb' },
      { role: 'assistant', content: 'c\n\nd', tool_calls: [{ id: 'call_1' }] },
      { role: 'tool', content: '(no output)' },
    ]);
  });

  test('half a character is never sent', () => {
    expect(messages([{ role: 'user', text: 'x\ud83d' }])).toEqual([{ role: 'user', content: 'x\ufffd' }]);
  });

  test('the same request gives the same bytes', () => {
    expect(JSON.stringify(build({ messages: turn }))).toBe(JSON.stringify(build({ messages: turn })));
  });
});

describe('any conversation', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'words', '\ud800', '\ude80 half'));
  const argsText = fc.constantFrom(
    '',
    '{}',
    'null',
    '{"a":1}',
    '"{\\"a\\":1}"',
    '[1]',
    '{"a":',
    '{"a":"\ud83d"}',
  );
  const calls = fc
    .uniqueArray(fc.string({ minLength: 1 }), { maxLength: 3 })
    .chain((ids) => fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), name: text, argsText }))))
    .map((list) => list.map((each) => ({ ...each, args: parseArguments(each.argsText) })));
  const step = fc.record({ text, reasoning: text, calls, result: text });
  const exchange = fc.record({ user: fc.string({ minLength: 1 }), steps: fc.array(step, { maxLength: 3 }) });

  function toMessages(
    exchanges: {
      user: string;
      steps: { text: string; reasoning: string; calls: ModelToolCall[]; result: string }[];
    }[],
  ) {
    return exchanges.flatMap(({ user, steps }): PromptMessage[] => [
      { role: 'user', text: user },
      ...steps.flatMap(({ text: said, reasoning, calls: made, result }): PromptMessage[] => [
        { role: 'assistant', text: said, reasoning, calls: made },
        ...made.map(({ id, name }): PromptMessage => ({ role: 'tool', callId: id, name, text: result })),
      ]),
    ]);
  }

  test('is one that a strict provider takes', () => {
    fc.assert(
      fc.property(
        fc.array(exchange, { maxLength: 3 }),
        fc.constantFrom(plain, { ...plain, emptyContent: true }),
        (exchanges, switches) => {
          const list = [...toMessages(exchanges), { role: 'user' as const, text: 'Go on.' }];
          const body = buildBody({ ...request, messages: list }, options, switches);
          expect(findFaults(body)).toEqual([]);
        },
      ),
    );
  });
});
