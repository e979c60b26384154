import type { Session } from '@slipstream/protocol';
import { beforeEach, expect, it } from 'vitest';
import { toId } from './test/fake-environment.ts';
import { aSession, at } from './test/records.ts';
import { retried, type TestClient, until } from './test/start-client.ts';
import { useServer } from './test/use-server.ts';

const scene = useServer();
let client: TestClient;

beforeEach(async () => {
  client = scene.make();
});

function store(number: number, changes: Partial<Session> = {}): Session {
  const session = aSession({ id: toId(8, number), title: `s${number}`, updatedAt: at(number), ...changes });
  scene.server.session(session.id).session = session;
  return session;
}
const titles = () => client.sessionList().sessions.map(({ title }) => title);
const numbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `s${from - index}`);
async function start() {
  client.start();
  await until(client, () => client.sessionList().phase !== 'loading');
}
const updated = (session: Session) => scene.server.broadcast({ type: 'session.updated', session });

it('comes page by page, each session once, also when some move up meanwhile', async () => {
  for (let number = 1; number <= 120; number += 1) store(number);
  await start();
  expect(client.sessionList()).toMatchObject({ phase: 'ready', hasMore: true, error: null });
  expect(titles()).toEqual(numbers(120, 71));

  updated(store(60, { updatedAt: at(200) }));
  await until(client, () => titles()[0] === 's60');
  await Promise.all([client.loadMoreSessions(), client.loadMoreSessions()]);
  expect(titles()).toEqual(['s60', ...numbers(120, 61), ...numbers(59, 20)]);
  await client.loadMoreSessions();
  expect(titles()).toHaveLength(120);
  expect(client.sessionList().hasMore).toBe(false);
  await client.loadMoreSessions();
  expect(scene.server.calls).toHaveLength(3);
});

it('follows frames: new, changed, archived, brought back, deleted', async () => {
  store(1);
  store(2);
  await start();
  const before = client.sessionList().sessions;
  updated(store(3));
  await until(client, () => titles().length === 3);
  expect(client.sessionList().sessions.slice(1)).toEqual(before);
  expect(client.sessionList().sessions[1]).toBe(before[0]);

  updated(store(1, { status: 'running', updatedAt: at(9) }));
  await until(client, () => titles()[0] === 's1');
  updated(store(2, { archived: true }));
  await until(client, () => titles().length === 2);
  updated(store(2));
  await until(client, () => titles().length === 3);
  scene.server.broadcast({ type: 'session.deleted', sessionId: toId(8, 3) });
  await until(client, () => titles().length === 2);
  expect(titles()).toEqual(['s1', 's2']);
});

it('leaves out what is older than the loaded pages until its page comes', async () => {
  for (let number = 1; number <= 60; number += 1) store(number);
  await start();
  let told = 0;
  client.listen(() => {
    told += 1;
  });
  updated(store(3, { title: 'renamed' }));
  await client.unqueue('x', 'y');
  expect(told).toBe(0);
  await client.loadMoreSessions();
  expect(titles()).toHaveLength(60);
  expect(titles().at(-3)).toBe('renamed');
});

it('trusts frames more than a page that was on its way', async () => {
  for (let number = 1; number <= 3; number += 1) store(number);
  let release = () => {};
  scene.server.onCall = (_, response) => {
    const stale = [...scene.server.sessions.values()].map(({ session }) => session);
    release = () => response.end(JSON.stringify({ sessions: stale, nextCursor: null }));
    return true;
  };
  client.start();
  await until(scene.server, () => scene.server.calls.length === 1 && scene.server.peers.size === 1);
  updated(aSession({ id: toId(8, 1), title: 'newer', updatedAt: at(9) }));
  updated(aSession({ id: toId(8, 4), title: 'just made', updatedAt: at(8) }));
  updated(aSession({ id: toId(8, 2), archived: true }));
  scene.server.broadcast({ type: 'session.deleted', sessionId: toId(8, 3) });
  await client.unqueue('x', 'y');
  release();
  await until(client, () => client.sessionList().phase === 'ready');
  expect(titles()).toEqual(['newer', 'just made']);
});

it('is loaded anew after a lost socket, as far as it was, keeping what is equal', async () => {
  for (let number = 1; number <= 120; number += 1) store(number);
  await start();
  await client.loadMoreSessions();
  const before = client.sessionList();
  scene.server.cutAll();
  await retried(client);
  await until(scene.server, () => scene.server.calls.length === 3);
  await client.models();
  expect(client.sessionList()).toBe(before);

  scene.server.cutAll();
  scene.server.sessions.delete(toId(8, 100));
  store(90, { title: 'renamed' });
  await retried(client);
  await until(client, () => client.sessionList() !== before);
  expect(titles()).toContain('renamed');
  expect(titles()).not.toContain('s100');
  expect(titles()).toHaveLength(100);
  expect(client.sessionList().hasMore).toBe(true);
});

it('tells that it cannot be loaded, and can be tried again', async () => {
  store(1);
  scene.server.onCall = (_, response) => {
    response.writeHead(507).end('{"code":"storage","message":"The disk is full."}');
    return true;
  };
  await start();
  expect(client.sessionList()).toMatchObject({ phase: 'error', error: 'The disk is full.', sessions: [] });
  scene.server.onCall = () => false;
  await client.loadMoreSessions();
  expect(client.sessionList()).toMatchObject({ phase: 'ready', error: null });
  expect(titles()).toEqual(['s1']);
});

it('is not changed by a search', async () => {
  store(1, { title: '今天的任务' });
  store(2);
  await start();
  const before = client.sessionList();
  expect((await client.searchSessions('任务')).map(({ id }) => id)).toEqual([toId(8, 1)]);
  store(3, { archived: true });
  expect((await client.searchSessions('', { archived: true })).map(({ id }) => id)).toEqual([toId(8, 3)]);
  expect(await client.searchSessions('任务', { archived: true })).toEqual([]);
  expect(client.sessionList()).toBe(before);
});
