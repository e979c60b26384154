// The model over real sockets: what is sent, what comes back, and what is learned from a refusal.
import type { ModelRequest } from '@slipstream/agent';
import { describe, expect, test } from 'vitest';
import { collectAnswer, plainRequest } from './testing/collect-answer.ts';
import { delta, toSse } from './testing/read-bytes.ts';
import { answered, key, modelAt, refusal, serve } from './testing/serve-model.ts';

describe('the request', () => {
  test('goes to the address with the key, and asks for a stream with usage', async () => {
    const { origin, requests } = await serve(() => answered);
    await collectAnswer(modelAt(origin));
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
      },
      json: { model: 'm', stream: true, stream_options: { include_usage: true }, max_tokens: 1000 },
    });
  });

  test('without a key has no authorization; further headers and another name of the model are taken', async () => {
    const { origin, requests } = await serve(() => answered);
    await collectAnswer(
      modelAt(origin, { apiKey: undefined, headers: { 'x-title': 'Slipstream' }, model: 'inner' }),
    );
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(requests[0]?.headers['x-title']).toBe('Slipstream');
    expect(requests[0]?.json['model']).toBe('inner');
  });

  test('cannot be made to an address that is none', () => {
    expect(() => modelAt('not a url')).toThrow(expect.objectContaining({ code: 'invalid_config' }));
  });

  test('is never repeated by itself', async () => {
    const { origin, requests } = await serve(() => refusal('Busy', 503));
    const { answer } = await collectAnswer(modelAt(origin));
    expect(answer.failure).toMatchObject({ kind: 'server', retryable: true });
    expect(requests).toHaveLength(1);
  });

  test('gives back what a provider needs: ids, signatures, arguments and reasoning', async () => {
    const extra = { google: { thought_signature: 'c2ln' } };
    const call = {
      index: 0,
      id: 'call_00_x',
      function: { name: 'stat', arguments: ' {"p":1}' },
      extra_content: extra,
    };
    const first = toSse(
      delta({ reasoning_content: 'I look.' }),
      delta({ tool_calls: [call] }, 'tool_calls'),
      '[DONE]',
    );
    const { origin, requests } = await serve((_, number) => (number === 1 ? { pieces: [first] } : answered));
    const model = modelAt(origin);
    const { answer } = await collectAnswer(model);
    const { text, reasoning, calls } = answer;
    const next: ModelRequest = {
      ...plainRequest,
      messages: [
        ...plainRequest.messages,
        { role: 'assistant', text, reasoning, calls },
        { role: 'tool', callId: 'call_00_x', name: 'stat', text: 'a file' },
      ],
    };
    await collectAnswer(model, next);
    const sent = requests[1]?.json['messages'];
    expect(Array.isArray(sent) && sent.slice(2)).toEqual([
      {
        role: 'assistant',
        reasoning_content: 'I look.',
        tool_calls: [
          {
            id: 'call_00_x',
            type: 'function',
            function: { name: 'stat', arguments: ' {"p":1}' },
            extra_content: extra,
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_00_x', content: 'a file' },
    ]);
  });
});

describe('the answer', () => {
  test('comes in one batch per network read', async () => {
    const many = Array.from({ length: 500 }, (_, index) => delta({ content: `${index} ` }));
    const { origin } = await serve(() => ({ pieces: [toSse(...many, delta({}, 'stop'), '[DONE]')] }));
    const { answer, batches } = await collectAnswer(modelAt(origin));
    expect(answer.text).toMatch(/^0 1 2 .* 499 $/);
    expect(batches).toBeLessThan(20);
  });

  test('leaves its connection to the next request', async () => {
    const { origin, requests } = await serve(() => answered);
    const model = modelAt(origin);
    await collectAnswer(model);
    await requests[0]?.replied;
    await collectAnswer(model);
    await requests[1]?.replied;
    await collectAnswer(model);
    expect(new Set(requests.map(({ connection }) => connection)).size).toBeLessThan(3);
  });

  test('many at once are not mixed up', async () => {
    const { origin } = await serve(({ json }) => {
      const user = (json['messages'] as { content: string }[]).at(-1);
      const words = Array.from({ length: 20 }, (_, index) =>
        toSse(delta({ content: `${user?.content}.${index} ` })),
      );
      return { pieces: [...words, toSse(delta({}, 'stop'))] };
    });
    const model = modelAt(origin);
    const texts = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const messages = [{ role: 'user' as const, text: `u${index}` }];
        return (await collectAnswer(model, { ...plainRequest, messages })).answer.text;
      }),
    );
    for (const [index, text] of texts.entries())
      expect(text).toBe(Array.from({ length: 20 }, (_, word) => `u${index}.${word} `).join(''));
  });
});

describe('what a model refuses', () => {
  test('is left out at once, told once, and remembered', async () => {
    const { origin, requests } = await serve(({ json }) =>
      'stream_options' in json ? refusal('Unknown field: stream_options') : answered,
    );
    const model = modelAt(origin);
    const { answer, chunks } = await collectAnswer(model);
    expect(answer.text).toBe('Done.');
    expect(chunks[0]).toEqual({
      type: 'notice',
      level: 'info',
      code: 'model_adapted',
      text: 'm refuses stream_options, which is left out from now on.',
    });
    const again = await collectAnswer(model);
    expect(again.chunks.some(({ type }) => type === 'notice')).toBe(false);
    expect(requests).toHaveLength(3);
  });

  test('may be several things', async () => {
    const { origin, requests } = await serve(({ json }) => {
      if ('max_tokens' in json)
        return refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
      if ('temperature' in json) return refusal("'temperature' does not support 0.2 with this model.");
      if ('parallel_tool_calls' in json) return refusal('parallel_tool_calls is not permitted');
      return 'tools' in json ? refusal('m does not support tools') : answered;
    });
    const model = modelAt(origin, { temperature: 0.2, parallelToolCalls: true });
    const { answer, chunks } = await collectAnswer(model);
    expect(answer.text).toBe('Done.');
    expect(chunks.filter(({ type }) => type === 'notice')).toHaveLength(4);
    expect(requests.at(-1)?.json).toMatchObject({ max_completion_tokens: 1000 });
  });

  test('is a failure when nothing else helps', async () => {
    const { origin, requests } = await serve(() => refusal('Unknown field: stream_options'));
    const { answer } = await collectAnswer(modelAt(origin));
    expect(answer.failure).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(requests).toHaveLength(2);
  });

  test('is learned from an error inside of an answer, too', async () => {
    const { origin } = await serve(({ json }) =>
      'tools' in json
        ? { pieces: [toSse({ error: { message: 'm does not support tools', code: 400 } })] }
        : answered,
    );
    const { answer, chunks } = await collectAnswer(modelAt(origin));
    expect(answer.text).toBe('Done.');
    expect(chunks[0]).toMatchObject({ type: 'notice', level: 'warning', code: 'model_without_tools' });
  });

  test('reasoning that is wanted back goes back', async () => {
    const wanted = 'Missing `reasoning_content` field in the assistant message at message index 2.';
    const { origin, requests } = await serve(({ body }) =>
      body.includes('"reasoning_content"') ? answered : refusal(wanted),
    );
    const calls = [{ id: 'a', name: 'stat', args: {}, argsText: '{}' }];
    const { answer } = await collectAnswer(modelAt(origin), {
      ...plainRequest,
      messages: [
        ...plainRequest.messages,
        { role: 'assistant', text: '', reasoning: 'I look.', calls },
        { role: 'tool', callId: 'a', name: 'stat', text: 'a file' },
      ],
    });
    expect(answer.text).toBe('Done.');
    expect(requests[1]?.json['messages']).toMatchObject([{}, {}, { reasoning_content: 'I look.' }, {}]);
  });
});
