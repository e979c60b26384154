import type { Model } from '@slipstream/agent';
import { createFakeClock } from '@slipstream/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { collectAnswer, plainInfo } from '../testing/collect-answer.ts';
import { delta, toSse } from '../testing/read-bytes.ts';
import { createReplayServer, type ReplayServer, type Reply } from '../testing/replay-server.ts';
import { createModelCatalog, type ModelCatalogOptions, namesProvider } from './model-catalog.ts';

const demo: Model = {
  info: { ...plainInfo, id: 'demo', demo: true },
  prices: null,
  async *stream() {
    yield [];
  },
};
const answered: Reply = { pieces: [toSse(delta({ content: 'Done.' }, 'stop'), '[DONE]')] };
const list = (...entries: object[]): Reply => ({ pieces: [JSON.stringify({ data: entries })] });

let server: ReplayServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serve(listing: Reply): Promise<ReplayServer> {
  server = await createReplayServer(({ method }) => (method === 'GET' ? listing : answered));
  return server;
}

function catalogOf(provider: ModelCatalogOptions['provider'], more: Partial<ModelCatalogOptions> = {}) {
  return createModelCatalog({ provider, demo, idleTimeoutMs: 1000, ...more });
}

const ids = async (catalog: ReturnType<typeof createModelCatalog>) =>
  (await catalog.list()).map(({ id }) => id);

describe('a configured provider', () => {
  test('lists the named model first, then its own, then the demo', async () => {
    const { origin, requests } = await serve(list({ id: 'a', context_length: 32_000 }, { id: 'named' }));
    const catalog = catalogOf({ baseUrl: `${origin}/v1/`, apiKey: 'k', model: 'named' });
    expect(requests).toHaveLength(0);
    expect(catalog.defaultId()).toBe('named');
    expect(await ids(catalog)).toEqual(['named', 'a', 'demo']);
    expect(requests).toMatchObject([
      { method: 'GET', path: '/v1/models', headers: { authorization: 'Bearer k' } },
    ]);
    expect(catalog.get('a')?.info).toEqual({
      id: 'a',
      label: 'a',
      provider: new URL(origin).host,
      contextWindow: 32_000,
      vision: false,
      reasoning: false,
      demo: false,
    });
    expect(catalog.get('named')?.info.contextWindow).toBe(128_000);
    expect(catalog.get('demo')).toBe(demo);
  });

  test('takes any name until it listed its models, then only those', async () => {
    const { origin } = await serve(list({ id: 'a' }));
    const catalog = catalogOf({ baseUrl: `${origin}/v1`, model: 'named' });
    expect(catalog.get('a')).toBeDefined();
    expect(catalog.get('other')).toBeDefined();
    await catalog.list();
    expect(catalog.get('a')).toBeDefined();
    expect(catalog.get('named')).toBeDefined();
    expect(catalog.get('other')).toBeUndefined();
    expect(catalog.get('')).toBeUndefined();
  });

  test('without a named model has its first listed one as the default', async () => {
    const { origin } = await serve(list({ id: 'text-embedding-3-small' }, { id: 'a' }));
    const catalog = catalogOf({ baseUrl: `${origin}/v1` });
    expect(catalog.defaultId()).toBe('demo');
    await catalog.list();
    expect(catalog.defaultId()).toBe('a');
  });

  test('that does not list its models still has the named one, and is asked again later', async () => {
    const clock = createFakeClock();
    const { origin, requests } = await serve({ status: 404 });
    const catalog = catalogOf({ baseUrl: `${origin}/v1`, model: 'named' }, { clock });
    expect(await ids(catalog)).toEqual(['named', 'demo']);
    expect(await ids(catalog)).toEqual(['named', 'demo']);
    expect(requests).toHaveLength(1);
    clock.advance(30_000);
    await catalog.list();
    expect(requests).toHaveLength(2);
  });

  test('is asked once by all who ask at once, and not waited for longer than the limit', async () => {
    const clock = createFakeClock();
    const { origin, request, requests } = await serve({ head: 'silence' });
    const catalog = catalogOf({ baseUrl: `${origin}/v1`, model: 'named' }, { clock, listLimitMs: 500 });
    const lists = Promise.all([ids(catalog), ids(catalog)]);
    await request(1);
    clock.advance(500);
    expect(await lists).toEqual([
      ['named', 'demo'],
      ['named', 'demo'],
    ]);
    expect(requests).toHaveLength(1);
  });

  test('answers, and what was learned of a model outlives the listing', async () => {
    server = await createReplayServer(({ method, json }) => {
      if (method === 'GET') return list({ id: 'a' });
      return 'stream_options' in json ? { status: 400, pieces: ['Unknown field stream_options'] } : answered;
    });
    const catalog = catalogOf({ baseUrl: `${server.origin}/v1`, model: 'a' });
    const ask = async () => {
      const model = catalog.get('a');
      return model ? (await collectAnswer(model)).chunks.map(({ type }) => type) : [];
    };
    expect(await ask()).toEqual(['notice', 'text', 'end']);
    await catalog.list();
    expect(await ask()).toEqual(['text', 'end']);
  });

  test('is one that has a key or an address', () => {
    expect(namesProvider({ apiKey: 'k' })).toBe(true);
    expect(namesProvider({ baseUrl: 'http://127.0.0.1:1/v1' })).toBe(true);
    expect(namesProvider({ model: 'm' })).toBe(false);
    expect(catalogOf({ apiKey: 'k', model: 'm' }).get('m')?.info.provider).toBe('api.openai.com');
  });
});

describe('without a provider', () => {
  const found = (origin: string) => [
    {
      name: 'LM Studio',
      baseUrl: `${origin}/v1`,
      models: [
        { id: 'a', contextWindow: undefined, vision: false, reasoning: false },
        { id: 'b', contextWindow: 8192, vision: true, reasoning: false },
      ],
    },
  ];

  test('the models of this machine are listed, the first of them the default', async () => {
    const { origin, requests } = await serve(list());
    const catalog = catalogOf({}, { local: found(origin) });
    expect(await ids(catalog)).toEqual(['lm-studio/a', 'lm-studio/b', 'demo']);
    expect(catalog.defaultId()).toBe('lm-studio/a');
    const model = catalog.get('lm-studio/b');
    expect(model?.info).toMatchObject({
      label: 'b',
      provider: 'LM Studio',
      contextWindow: 8192,
      vision: true,
    });
    if (model) await collectAnswer(model);
    expect(requests[0]?.json['model']).toBe('b');
  });

  test('the model that is named goes first', () => {
    expect(catalogOf({ model: 'b' }, { local: found('http://127.0.0.1:1') }).defaultId()).toBe('lm-studio/b');
  });

  test('the demo is all there is when nothing was found', async () => {
    const catalog = catalogOf({});
    expect(await ids(catalog)).toEqual(['demo']);
    expect(catalog.defaultId()).toBe('demo');
    expect(catalog.get('demo')).toBe(demo);
    expect(catalog.get('x')).toBeUndefined();
  });
});
