// What closes the socket to the provider, and when: Stop, a caller that walks away, silence, and an answer that is over.
import { connect, type Socket } from 'node:net';
import type { ModelChunk } from '@slipstream/agent';
import { createFakeClock } from '@slipstream/testkit';
import { Agent, type buildConnector } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { createOpenAiModel, type OpenAiModelOptions } from './openai-model.ts';
import { collectAnswer, plainInfo, plainRequest } from './testing/collect-answer.ts';
import { delta, toSse } from './testing/read-bytes.ts';
import { createReplayServer, type ReplayServer, type Reply } from './testing/replay-server.ts';

const stalled: Reply = { pieces: [toSse(delta({ content: 'Hold' }))], end: 'stall' };

let server: ReplayServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(reply: Reply): Promise<ReplayServer> {
  server = await createReplayServer(() => reply);
  return server;
}

function modelAt(origin: string, options: Partial<OpenAiModelOptions> = {}) {
  return createOpenAiModel({
    info: plainInfo,
    baseUrl: `${origin}/v1`,
    apiKey: 'k',
    idleTimeoutMs: 60_000,
    ...options,
  });
}

function start(origin: string, options: Partial<OpenAiModelOptions> = {}) {
  const stop = new AbortController();
  const stream = modelAt(origin, options).stream(plainRequest, stop.signal)[Symbol.asyncIterator]();
  const next = async () => (await stream.next()).value as readonly ModelChunk[];
  return { stop, stream, next };
}

describe('stop', () => {
  const reason = new Error('Stopped by the user.');

  test('in the middle of an answer closes the socket and rejects with the reason', async () => {
    const { origin, request } = await serve(stalled);
    const { stop, next } = start(origin);
    expect(await next()).toEqual([{ type: 'text', text: 'Hold' }]);
    const pending = next();
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await (await request(1)).closed;
  });

  test('while nobody is reading closes the socket, too', async () => {
    const { origin, request } = await serve(stalled);
    const { stop, next } = start(origin);
    await next();
    stop.abort(reason);
    await (await request(1)).closed;
    await expect(next()).rejects.toBe(reason);
  });

  test('before anything was answered', async () => {
    const { origin, request } = await serve({ head: 'silence' });
    const { stop, next } = start(origin);
    const pending = next();
    const seen = await request(1);
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await seen.closed;
  });

  test('in the middle of an error', async () => {
    const { origin, request } = await serve({ status: 500, pieces: ['{"err'], end: 'stall' });
    const { stop, next } = start(origin);
    const pending = next();
    const seen = await request(1);
    await seen.replied;
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await seen.closed;
  });

  test('before the start makes no request', async () => {
    const { origin, requests } = await serve(stalled);
    const { stop, next } = start(origin);
    stop.abort(reason);
    await expect(next()).rejects.toBe(reason);
    expect(requests).toHaveLength(0);
  });

  test('while the connection is being made rejects at once, and the connection is closed once it is there', async () => {
    const { origin, requests } = await serve(stalled);
    const connecting = Promise.withResolvers<(socket: Socket) => void>();
    const slow: buildConnector.connector = (_, done) => connecting.resolve((socket) => done(null, socket));
    const dispatcher = new Agent({ connect: slow, allowH2: false });
    const { stop, next } = start(origin, { dispatcher });
    const pending = next();
    const finish = await connecting.promise;
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);

    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    finish(socket);
    await closed;
    expect(requests).toHaveLength(0);
    await dispatcher.destroy();
  });
});

describe('a caller that walks away', () => {
  test('closes the socket', async () => {
    const { origin, request } = await serve(stalled);
    const { next, stream } = start(origin);
    await next();
    await stream.return?.();
    await (await request(1)).closed;
  });
});

describe('silence', () => {
  const limit = { idleTimeoutMs: 1000 };

  test('before the answer is a timeout and closes the socket', async () => {
    const clock = createFakeClock();
    const { origin, request } = await serve({ head: 'silence' });
    const { next } = start(origin, { ...limit, clock });
    const pending = next();
    const seen = await request(1);
    clock.advance(1000);
    const end = (await pending).at(-1);
    expect(end).toMatchObject({
      type: 'end',
      answer: {
        finish: 'error',
        failure: {
          kind: 'timeout',
          retryable: true,
          message: `${new URL(origin).host} sent nothing for 1 s.`,
        },
      },
    });
    await seen.closed;
  });

  test('in the middle keeps what came', async () => {
    const clock = createFakeClock();
    const { origin, request } = await serve(stalled);
    const { next } = start(origin, { ...limit, clock });
    await next();
    const pending = next();
    clock.advance(1000);
    expect((await pending).at(-1)).toMatchObject({ answer: { text: 'Hold', failure: { kind: 'timeout' } } });
    await (await request(1)).closed;
  });

  test('counts from the last byte', async () => {
    const clock = createFakeClock();
    const { origin } = await serve(stalled);
    const { next } = start(origin, { ...limit, clock });
    clock.advance(900);
    await next();
    const pending = next();
    clock.advance(999);
    expect(clock.pending()).toEqual([1]);
    clock.advance(1);
    expect((await pending).at(-1)?.type).toBe('end');
  });

  test('after the end was announced is no failure, and is not waited for long', async () => {
    const clock = createFakeClock();
    const { origin, request } = await serve({
      pieces: [toSse(delta({ content: 'Done.' }, 'stop'))],
      end: 'stall',
    });
    const { next } = start(origin, { clock });
    await next();
    const pending = next();
    await clock.waitForTimers(1);
    expect(clock.advanceToNext()).toBeLessThanOrEqual(5000);
    expect((await pending).at(-1)).toMatchObject({
      answer: { text: 'Done.', finish: 'stop', failure: null },
    });
    await (await request(1)).closed;
  });

  test('is not the provider’s while we do not read', async () => {
    const clock = createFakeClock();
    const piece = toSse(delta({ content: 'x'.repeat(64 * 1024) }));
    const pieces = [...Array.from({ length: 200 }, () => piece), toSse(delta({}, 'stop'))];
    const { origin, request } = await serve({ pieces });
    const { next, stop } = start(origin, { ...limit, clock });
    const first = await next();
    const seen = await request(1);
    // The system's buffers fill up, and then nothing moves.
    let before = -1;
    for (let still = 0; still < 50; still += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (seen.sent() !== before) still = 0;
      before = seen.sent();
    }
    expect(before).toBeLessThan(10 * 1024 * 1024);
    clock.advance(5000);
    let length = 0;
    let batch = first;
    while (batch.at(-1)?.type !== 'end') {
      for (const chunk of batch) if (chunk.type === 'text') length += chunk.text.length;
      batch = await next();
    }
    expect(batch.at(-1)).toMatchObject({ answer: { finish: 'stop', failure: null } });
    expect(length).toBe(200 * 64 * 1024);
    stop.abort();
  });
});

describe('an answer that is over', () => {
  test('closes a connection that the provider keeps open', async () => {
    const clock = createFakeClock();
    const { origin, request } = await serve({
      pieces: [toSse(delta({ content: 'Done.' }, 'stop'), '[DONE]')],
      end: 'stall',
    });
    const { answer } = await collectAnswer(modelAt(origin, { clock }));
    expect(answer.finish).toBe('stop');
    clock.advance(250);
    await (await request(1)).closed;
  });

  test('closes a connection that goes on talking', async () => {
    const { origin, request } = await serve({
      pieces: [
        toSse(delta({ content: 'Done.' }, 'stop'), '[DONE]'),
        ...Array.from({ length: 200 }, () => 'x'.repeat(4096)),
      ],
      end: 'stall',
    });
    await collectAnswer(modelAt(origin, { clock: createFakeClock() }));
    await (await request(1)).closed;
  });

  test('that broke closes the connection at once', async () => {
    const { origin, request } = await serve({ pieces: ['data: {broken}\n\n'], end: 'stall' });
    const { answer } = await collectAnswer(modelAt(origin, { clock: createFakeClock() }));
    expect(answer.failure?.kind).toBe('malformed');
    await (await request(1)).closed;
  });
});
