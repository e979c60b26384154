// The doctor against crooked servers, over real HTTP.
import type { ModelCatalog } from '@slipstream/agent';
import { createDemoModel, createModelCatalog } from '@slipstream/models';
import {
  createFakeClock,
  createScriptedProvider,
  type RecordedRequest,
  reply,
  type WireAnswer,
  wireReply,
} from '@slipstream/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../boot/system-clock.ts';
import { runDoctor } from './run-doctor.ts';

type Behaviour = (request: RecordedRequest, question: keyof typeof marks) => WireAnswer | undefined;

const marks = {
  chat: '1 to 20',
  plain: 'Say hello',
  tool: 'for Paris, then',
  parallel: 'for Rome',
  long: 'word word',
  abort: '1 to 500',
} as const;

const call = (city: string) => reply.toolCall('get_weather', { city });

/** An endpoint as it should be. */
function behaveWell(request: RecordedRequest, question: keyof typeof marks): WireAnswer {
  if (question === 'long')
    return [wireReply.httpError(400, { message: 'Too long.', code: 'context_length_exceeded' })];
  if (question === 'plain') return [reply.text('Hello.')];
  if (question === 'abort') return [reply.text('one'), reply.hang()];
  if (question === 'parallel') return [call('Paris'), call('Rome')];
  if (question === 'tool' && request.body.messages.at(-1)?.role !== 'tool') return [call('Paris')];
  return [reply.text('one\n'), wireReply.delay(20), reply.text('two\n'), reply.usage(7, 5)];
}

async function examineServer(behave: Behaviour = () => undefined, limitMs = 5000, cheap = false) {
  const provider = await createScriptedProvider({
    script: (request) => {
      const text = JSON.stringify(request.body.messages);
      const found = Object.entries(marks).find(([, mark]) => text.includes(mark));
      const question = (found?.[0] ?? 'chat') as keyof typeof marks;
      return behave(request, question) ?? behaveWell(request, question);
    },
  });
  onTestFinished(() => provider.close());
  const models = createModelCatalog({
    provider: { baseUrl: provider.baseUrl, apiKey: 'key-of-nobody', model: 'm' },
    contextWindow: 1000,
    demo: createDemoModel(),
    idleTimeoutMs: 5000,
  });
  return { provider, ...(await runOn(models, limitMs, undefined, cheap)) };
}

async function runOn(models: ModelCatalog, limitMs = 5000, wanted?: string, cheap = false) {
  let text = '';
  const print = (more: string) => {
    text += more;
  };
  const options = { models, wanted, cheap, clock: systemClock, limitMs, sandbox: 'A sandbox.', print };
  const chats = await runDoctor(options);
  /** The row of one finding, its spaces made one. */
  const row = (name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.replace(/ +/g, ' ');
  return { chats, text, row };
}

test('an endpoint as it should be works in all', async () => {
  const { chats, row, text, provider } = await examineServer();
  expect(chats).toBe(true);
  expect(row('Model:')).toMatch(/^Model: m of 127\.0\.0\.1:\d+ \(and 1 more\)$/);
  expect(row('chat')).toBe('chat works');
  expect(row('streaming')).toMatch(/^streaming works The answer came in [2-9] pieces\.$/);
  expect(row('plain')).toBe('plain answer works');
  expect(provider.requests.filter(({ body }) => body.stream !== true)).toHaveLength(1);
  expect(row('usage')).toBe('usage works 7 tokens in, 5 out.');
  expect(row('tool call')).toBe('tool call works');
  expect(row('tool result')).toBe('tool result works');
  expect(row('two calls at once')).toBe('two calls at once works');
  expect(row('too long')).toBe('too long a prompt works It is refused and told as that.');
  expect(row('stop')).toMatch(/^stop works The connection was closed after \d+ ms\.$/);
  expect(text).toMatch(/\nA sandbox\.\n$/);
  expect(provider.violations).toEqual([]);
  await provider.waitForClose(provider.requests.length);
});

test('what the client had to change is said, once', async () => {
  const { chats, row, provider } = await examineServer(({ body }) => {
    if ('max_tokens' in body)
      return [
        wireReply.httpError(400, {
          message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
        }),
      ];
    if ('stream_options' in body)
      return [
        wireReply.httpError(400, { message: 'Unrecognized request argument supplied: stream_options' }),
      ];
    return undefined;
  });
  expect(chats).toBe(true);
  expect(row('chat')).toMatch(/^chat works, changed .*max_completion_tokens.*stream_options/);
  expect(row('tool call')).toBe('tool call works');
  expect(provider.requests.filter(({ body }) => 'max_tokens' in body)).toHaveLength(1);
});

test('the question that may cost something can be left out', async () => {
  const { chats, row, provider } = await examineServer(() => undefined, 5000, true);
  expect(chats).toBe(true);
  expect(row('too long')).toBeUndefined();
  expect(row('stop')).toMatch(/works/);
  expect(provider.requests.some(({ body }) => JSON.stringify(body).includes('word word'))).toBe(false);
});

test('a broken stream is told apart from a broken model', async () => {
  const cutOff = [reply.text('one'), wireReply.end()];
  const { chats, row, provider } = await examineServer((_, question) =>
    question === 'chat' ? cutOff : undefined,
  );
  expect(chats).toBe(false);
  expect(row('chat')).toMatch(/^chat does not work/);
  expect(row('plain')).toMatch(/^plain answer works .*only its stream is broken/);
  expect(provider.requests).toHaveLength(2);
});

test('what answers in a stream alone is good enough, and what never streams is used as it is', async () => {
  const streamsOnly = await examineServer(({ body }) =>
    body.stream === true ? undefined : [wireReply.httpError(500, { message: 'Only streams here.' })],
  );
  expect(streamsOnly.chats).toBe(true);
  expect(streamsOnly.row('plain')).toMatch(/^plain answer limited .*Only streams here\..*always streams\.$/);
  const neverStreams = await examineServer(({ body }, question) => {
    if (body.stream === true)
      return [wireReply.httpError(400, { message: "'stream' is not supported with this model." })];
    return question === 'chat' ? [reply.text('one two'), reply.usage(7, 5)] : undefined;
  });
  expect(neverStreams.row('chat')).toMatch(/^chat works, changed m does not stream/);
  expect(neverStreams.row('streaming')).toMatch(/^streaming limited/);
  expect(neverStreams.row('tool call')).toBe('tool call works');
});

test('a model without tools can talk and not act', async () => {
  const { chats, row } = await examineServer(({ body }) =>
    'tools' in body ? [wireReply.httpError(400, { message: 'm does not support tools' })] : undefined,
  );
  expect(chats).toBe(true);
  expect(row('tool call')).toMatch(/^tool call does not work .*it can talk/);
});

test('one piece, no counts, one call at a time and a cut-off beginning are limits', async () => {
  const { chats, row } = await examineServer((_, question) => {
    if (question === 'chat') return [reply.text('one two')];
    if (question === 'parallel') return [call('Paris')];
    return question === 'long' ? [reply.text('ok')] : undefined;
  });
  expect(chats).toBe(true);
  expect(row('streaming')).toMatch(/^streaming limited .*in one piece/);
  expect(row('usage')).toMatch(/^usage limited No counts are sent/);
  expect(row('two calls')).toBe(
    'two calls at once limited It makes one call at a time: work takes more steps.',
  );
  expect(row('too long')).toMatch(/cut off unseen\.$/);
});

test('calls that cannot be read, results that are not taken, and answers that end at once', async () => {
  const unreadable = await examineServer((_, question) =>
    question === 'tool' ? [reply.toolCall('get_weather', '{"city": ')] : undefined,
  );
  expect(unreadable.row('tool call')).toMatch(/does not work The arguments of its call cannot be read/);
  const refusing = await examineServer(({ body }, question) => {
    if (body.messages.at(-1)?.role === 'tool')
      return [wireReply.httpError(422, { message: 'No role tool.' })];
    return question === 'abort' ? [reply.text('1')] : undefined;
  });
  expect(refusing.row('tool result')).toMatch(
    /does not work It does not take results back\. .*No role tool\./,
  );
  expect(refusing.row('stop')).toMatch(/limited|works/);
});

test.each([
  [
    'a key that is refused',
    () => [wireReply.httpError(401, { message: 'Bad key.' })],
    /The key in OPENAI_API_KEY was refused by 127\.0\.0\.1:\d+ \(401\): Bad key\./,
    1,
  ],
  ['an empty answer', () => [reply.text('')], /chat +does not work[\s\S]*plain answer +does not work/, 2],
  ['an answer that never begins', () => [reply.hang()], /It did not answer in time/, 2],
] as const)(
  'with %s chatting cannot work, and nothing more is asked',
  async (_, behave, words, questions) => {
    const { chats, text, provider } = await examineServer(() => [...behave()], 300);
    expect(chats).toBe(false);
    expect(text).toMatch(words);
    expect(text).toContain('A sandbox.');
    expect(text).toContain('Chatting cannot work as things are.');
    expect(text).not.toContain('key-of-nobody');
    expect(provider.requests).toHaveLength(questions);
  },
);

test('without a provider it says that the demo model answers, and a name that is none is told with those there are', async () => {
  const clock = createFakeClock();
  const models = createModelCatalog({
    provider: {},
    demo: createDemoModel({ delayMs: 0, clock }),
    idleTimeoutMs: 100,
  });
  const demo = await runOn(models);
  expect(demo.chats).toBe(true);
  expect(demo.text).toContain('the demo model answers');
  const missing = await runOn(models, 100, 'nonesuch');
  expect(missing).toMatchObject({
    chats: false,
    text: 'There is no model named "nonesuch". There are: demo.\n',
  });
});
