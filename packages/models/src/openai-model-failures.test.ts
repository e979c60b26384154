// The model over real sockets: what people are told when it fails, and that nothing of it shows the key.
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { OpenAiModelOptions } from './openai-model.ts';
import { collectAnswer } from './testing/collect-answer.ts';
import { toSse } from './testing/read-bytes.ts';
import type { Reply } from './testing/replay-server.ts';
import { answered, key, modelAt, refusal, serve } from './testing/serve-model.ts';

describe('what people are told', () => {
  const tell = async (reply: Reply, options: Partial<OpenAiModelOptions> = {}) => {
    const { origin } = await serve(() => reply);
    const { answer } = await collectAnswer(modelAt(origin, options));
    return { host: new URL(origin).host, failure: answer.failure };
  };

  test('whose key was refused, and by whom', async () => {
    const { host, failure } = await tell(refusal(`Incorrect API key provided: ${key}.`, 401));
    expect(failure).toEqual({
      kind: 'auth',
      retryable: false,
      message: `The key in OPENAI_API_KEY was refused by ${host} (401): Incorrect API key provided: [key].`,
      facts: {
        what: 'key_refused',
        host,
        model: 'm',
        keyName: 'OPENAI_API_KEY',
        urlName: 'OPENAI_BASE_URL',
        status: 401,
        words: 'Incorrect API key provided: [key].',
      },
    });
  });

  test('that a key is needed', async () => {
    const { host, failure } = await tell(refusal('Who are you?', 401), { apiKey: undefined });
    expect(failure?.message).toBe(`${host} asks for a key (401); set OPENAI_API_KEY: Who are you?`);
  });

  test.each<[string, Reply]>([
    ['an error', refusal(`no: ${key}`)],
    ['an error of a server', refusal(`no: ${key}`, 500)],
    ['an error as a page', { status: 403, pieces: [`<html><title>${key}</title></html>`] }],
    ['a redirect', { status: 302, headers: { location: `https://example.com/${key}` } }],
    [
      'an error in the answer',
      { pieces: [toSse({ error: { message: `bad ${encodeURIComponent(key)} Bearer ${key}` } })] },
    ],
    ['garbage', { pieces: [`data: ${key}\n\n`] }],
    ['another page', { pieces: [`<html>${key}</html>`] }],
  ])('%s never shows the key', async (_, reply) => {
    const { origin } = await serve(() => reply);
    const { answer, chunks } = await collectAnswer(modelAt(origin));
    expect(answer.failure).not.toBeNull();
    expect(JSON.stringify(chunks)).not.toContain(key);
  });

  test('that the key cannot be sent, without showing it', async () => {
    const { origin, requests } = await serve(() => answered);
    const { answer } = await collectAnswer(modelAt(origin, { apiKey: 'ключ\nканарейка' }));
    expect(answer.failure).toMatchObject({ kind: 'internal', retryable: false });
    expect(answer.failure?.message).not.toMatch(/ключ|канарейка/);
    expect(requests).toHaveLength(0);
  });

  test('that nothing listens there', async () => {
    const { origin, close } = await serve(() => answered);
    await close();
    const { answer } = await collectAnswer(modelAt(origin));
    expect(answer.failure).toMatchObject({
      kind: 'network',
      retryable: true,
      facts: { what: 'network', words: 'nothing listens there (ECONNREFUSED)' },
      message: `${new URL(origin).host} cannot be reached; check that it runs and that OPENAI_BASE_URL is right: nothing listens there (ECONNREFUSED)`,
    });
  });

  test('that the connection was cut before an answer', async () => {
    const { failure } = await tell({ head: 'reset' });
    expect(failure).toMatchObject({ kind: 'network', retryable: true });
  });

  test('that it is no HTTP server', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write('SSH-2.0-OpenSSH_9.2\r\n'));
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { answer } = await collectAnswer(modelAt(`http://127.0.0.1:${port}`));
    expect(answer.failure).toMatchObject({ kind: 'network', retryable: false });
    await new Promise((resolve) => other.close(resolve));
  });
});
