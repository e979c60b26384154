import type { FileChange } from '@slipstream/protocol';
import { beforeEach, expect, it } from 'vitest';
import { toId } from './test/fake-environment.ts';
import { aTurn, sessionId } from './test/records.ts';
import { type TestClient, until } from './test/start-client.ts';
import { useServer } from './test/use-server.ts';

const scene = useServer();
const turnId = toId(3, 1);
let client: TestClient;
let served: FileChange[];
let undone: unknown[];

const aChange = (changes: Partial<FileChange> = {}): FileChange => ({
  id: toId(7, 1),
  callId: 'c1',
  path: 'a.txt',
  kind: 'edited',
  state: 'undoable',
  withTurn: true,
  undoneAt: null,
  ...changes,
});

beforeEach(async () => {
  client = await scene.start();
  served = [aChange()];
  undone = [];
  scene.server.onCall = ({ method, url = '' }, response, body) => {
    if (!url.includes(`/turns/${turnId}/`)) return false;
    if (method === 'POST') {
      undone.push(JSON.parse(body));
      served = [aChange({ state: 'undone' })];
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ changes: served }));
    return true;
  };
  client.open(sessionId);
  await until(client, () => client.session(sessionId).phase === 'ready');
});

const held = () => client.session(sessionId).changes[turnId];
const asked = () => scene.server.calls.filter((call) => call.includes('/changes')).length;
const becomes = (state: FileChange['state']) => until(client, () => held()?.[0]?.state === state);

it('are asked for once at a time, and keep their identity while they are the same', async () => {
  await Promise.all([client.loadChanges(sessionId, turnId), client.loadChanges(sessionId, turnId)]);
  expect(asked()).toBe(1);
  const before = held();
  expect(before).toEqual(served);
  await client.loadChanges(sessionId, turnId);
  expect(asked()).toBe(2);
  expect(held()).toBe(before);
});

it('are undone, one or all, and what came of it is kept', async () => {
  await client.undoChanges(sessionId, turnId, toId(7, 1));
  expect(held()).toMatchObject([{ state: 'undone' }]);
  await client.undoChanges(sessionId, turnId);
  expect(undone).toEqual([{ changeId: toId(7, 1) }, {}]);
});

it('are asked for again when another tab undid something, a turn ended, or the connection was away', async () => {
  scene.server.broadcast({ type: 'changes.updated', sessionId, turnId });
  await client.loadChanges(sessionId, turnId);
  expect(asked()).toBe(1);
  served = [aChange({ state: 'undone' })];
  scene.server.broadcast({ type: 'changes.updated', sessionId, turnId });
  await becomes('undone');
  served = [aChange({ state: 'changed' })];
  scene.server.publish(sessionId, ...aTurn(2));
  await becomes('changed');
  served = [aChange({ state: 'gone' })];
  scene.server.cutAll();
  await until(client, () => client.connection().retryAt !== null);
  client.clock.advance((client.connection().retryAt ?? 0) - client.clock.now());
  await becomes('gone');
});

it('stay as they are where they cannot be had, and a failed undo is told', async () => {
  await client.loadChanges(sessionId, turnId);
  const before = held();
  scene.server.onCall = (_, response) => {
    response
      .writeHead(409, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ code: 'busy', message: 'At work.' }));
    return true;
  };
  await expect(client.undoChanges(sessionId, turnId)).rejects.toMatchObject({ code: 'busy' });
  await expect(client.loadChanges(sessionId, turnId)).rejects.toMatchObject({ code: 'busy' });
  expect(held()).toBe(before);
});
