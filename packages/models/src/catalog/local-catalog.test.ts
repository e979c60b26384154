import type { Model } from '@slipstream/agent';
import { createFakeClock } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { plainInfo } from '../testing/collect-answer.ts';
import type { LocalServer } from './discover-local.ts';
import { createModelCatalog } from './model-catalog.ts';

const demo: Model = {
  info: { ...plainInfo, id: 'demo', demo: true },
  prices: null,
  async *stream() {
    yield [];
  },
};
const ollama = (...ids: string[]): LocalServer => ({
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  models: ids.map((id) => ({ id, contextWindow: undefined, vision: false, reasoning: false })),
});

function setUp(local: LocalServer[] = []) {
  const clock = createFakeClock();
  let answers: LocalServer[] = local;
  let asked = 0;
  const discover = async () => {
    asked += 1;
    return answers;
  };
  const catalog = createModelCatalog({ provider: {}, local, discover, demo, idleTimeoutMs: 1000, clock });
  const list = async () => (await catalog.list()).map(({ id }) => id);
  return {
    clock,
    catalog,
    list,
    asked: () => asked,
    serve(...servers: LocalServer[]) {
      answers = servers;
    },
  };
}

test('a server that is started later is found when the list is asked for, and becomes the default', async () => {
  const { clock, catalog, list, serve, asked } = setUp();
  serve(ollama('a', 'b'));
  expect(await list()).toEqual(['demo']);
  expect([asked(), catalog.defaultId()]).toEqual([0, 'demo']);
  clock.advance(5000);
  expect(await Promise.all([list(), list()])).toEqual([
    ['ollama/a', 'ollama/b', 'demo'],
    ['ollama/a', 'ollama/b', 'demo'],
  ]);
  expect([asked(), catalog.defaultId()]).toEqual([1, 'ollama/a']);
  await list();
  expect(asked()).toBe(1);
});

test('a server that went away is not listed, but its models can still tell what is wrong', async () => {
  const { clock, catalog, list, serve } = setUp([ollama('a')]);
  const model = catalog.get('ollama/a');
  serve();
  clock.advance(5000);
  expect(await list()).toEqual(['demo']);
  expect(catalog.defaultId()).toBe('demo');
  expect(catalog.get('ollama/a')).toBe(model);
  serve(ollama('a'));
  clock.advance(5000);
  expect(await list()).toEqual(['ollama/a', 'demo']);
  expect(catalog.get('ollama/a')).toBe(model);
});
