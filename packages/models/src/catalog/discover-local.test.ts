import { createFakeClock } from '@slipstream/testkit';
import { afterEach, expect, test } from 'vitest';
import { createReplayServer, type ReplayServer, type Reply } from '../testing/replay-server.ts';
import { discoverLocalServers } from './discover-local.ts';

const servers: ReplayServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(
  name: string,
  reply: Reply,
): Promise<{ name: string; port: number; server: ReplayServer }> {
  const server = await createReplayServer(() => reply);
  servers.push(server);
  return { name, port: Number(new URL(server.origin).port), server };
}

const list = (...ids: string[]): Reply => ({ pieces: [JSON.stringify({ data: ids.map((id) => ({ id })) })] });

test('servers that answer are found, in the order in which they were looked for', async () => {
  const first = await serve('First', list('a', 'b'));
  const page = await serve('Page', { pieces: ['<html>'] });
  const refusing = await serve('Refusing', { status: 401, pieces: ['{"data":[{"id":"x"}]}'] });
  const empty = await serve('Empty', list('text-embedding-3-small'));
  const gone = await serve('Gone', list('x'));
  await gone.server.close();
  const second = await serve('Second', list('c'));
  const found = await discoverLocalServers({
    servers: [first, page, refusing, empty, gone, second],
    limitMs: 10_000,
  });
  expect(found.map(({ name, models }) => [name, models.map(({ id }) => id)])).toEqual([
    ['First', ['a', 'b']],
    ['Second', ['c']],
  ]);
  expect(found[0]?.baseUrl).toBe(`${first.server.origin}/v1`);
  expect(first.server.requests).toMatchObject([{ method: 'GET', path: '/v1/models' }]);
});

test('silence is waited for no longer than the limit, and its connection is closed', async () => {
  const clock = createFakeClock();
  const silent = await serve('Silent', { head: 'silence' });
  const dripping = await serve('Dripping', { pieces: ['{"data":['], end: 'stall' });
  const found = discoverLocalServers({ servers: [silent, dripping], clock });
  const requests = await Promise.all([silent.server.request(1), dripping.server.request(1)]);
  clock.advance(250);
  expect(await found).toEqual([]);
  await Promise.all(requests.map(({ closed }) => closed));
});
