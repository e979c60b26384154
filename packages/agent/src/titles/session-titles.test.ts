// Which sessions are named, when, and when not: against sessions that the test plays.
import { type Message, noUsage, type Session } from '@slipstream/protocol';
import {
  createCollector,
  createFakeClock,
  createGate,
  createMemoryLog,
  createScriptedModel,
  type ModelScript,
  modelReply,
  reply,
} from '@slipstream/testkit/fakes';
import { describe, expect, test } from 'vitest';
import type { Sessions } from '../sessions.ts';
import { untitled } from './session-title.ts';
import { createSessionTitles } from './session-titles.ts';

const at = '2026-01-01T00:00:00.000Z';
const question = 'Please tell me how to bake bread';

function session(changes: Partial<Session> = {}): Session {
  return {
    id: 's1',
    title: question,
    model: 'scripted',
    mode: 'default',
    workspace: '/w',
    status: 'idle',
    pinned: false,
    archived: false,
    headId: null,
    messageCount: 2,
    createdAt: at,
    updatedAt: at,
    lastTurn: { turnId: 't1', status: 'completed' },
    usage: noUsage,
    ...changes,
  };
}

function message(changes: Partial<Message>): Message {
  return {
    id: 'm1',
    sessionId: 's1',
    parentId: null,
    role: 'user',
    text: question,
    attachments: [],
    turnId: 't1',
    status: 'completed',
    siblings: [],
    createdAt: at,
    ...changes,
  };
}

const answered = [message({}), message({ id: 'm2', parentId: 'm1', role: 'assistant', text: 'With flour.' })];

type Options = { demo?: boolean; none?: boolean; messages?: Message[] };
type Retitled = { sessionId: string; from: string; to: string };

function setUp(script: ModelScript, { demo = false, none = false, messages = answered }: Options = {}) {
  const model = createScriptedModel(script, { demo });
  const retitled = createCollector<Retitled>();
  const listeners = new Set<Parameters<Sessions['watch']>[0]>();
  const log = createMemoryLog();
  const names = createSessionTitles({
    sessions: {
      watch(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      messages: async () => ({ messages, nextCursor: null }),
      async retitle(sessionId, title) {
        if (sessionId === 'broken') throw new Error('The disk is full.');
        retitled.add({ sessionId, ...title });
        return { changed: true };
      },
    },
    model: () => (none ? undefined : model),
    clock: createFakeClock(),
    log,
  });
  const tell = (changes: Partial<Session>) => {
    for (const listener of listeners) listener({ type: 'session.updated', session: session(changes) });
  };
  /** A turn of the session, from its beginning to its end. */
  const work = (changes: Partial<Session> = {}) => {
    tell({ ...changes, status: 'running' });
    tell(changes);
  };
  const forget = (sessionId: string) => {
    for (const listener of listeners) listener({ type: 'session.deleted', sessionId });
  };
  return { model, retitled, log, names, tell, work, forget };
}

test('after its first answer a session is named by the model, once', async () => {
  const t = setUp([[reply.text('Baking Bread')]]);
  t.work();
  t.tell({ pinned: true });
  await t.retitled.waitForCount(1);
  expect(t.model.calls).toHaveLength(1);
  await t.names.close();
  expect(t.retitled.items).toEqual([{ sessionId: 's1', from: question, to: 'Baking Bread' }]);
  expect(t.log.entries).toEqual([]);
});

test.each<[string, ModelScript, Options]>([
  ['the model fails', [[modelReply.fail('server')]], {}],
  ['it is the demo model', [], { demo: true }],
  ['there is none', [], { none: true }],
])('a session without a title gets one by rule where %s', async (_, script, options) => {
  const t = setUp(script, options);
  t.work({ title: untitled });
  await t.retitled.waitForCount(1);
  expect(t.retitled.items).toEqual([{ sessionId: 's1', from: untitled, to: question }]);
});

describe('a session is left alone', () => {
  test.each<[string, Partial<Session>]>([
    ['that somebody has named', { title: 'My own title' }],
    ['whose turn was stopped', { lastTurn: { turnId: 't1', status: 'cancelled' } }],
    ['whose turn failed', { lastTurn: { turnId: 't1', status: 'failed' } }],
    ['that is long under way', { messageCount: 8 }],
  ])('%s', async (_, changes) => {
    const t = setUp([[reply.text('Another')]]);
    t.work(changes);
    t.work({ id: 's2' });
    await t.retitled.waitForCount(1);
    expect(t.retitled.items.map(({ sessionId }) => sessionId)).toEqual(['s2']);
    expect(t.model.calls).toHaveLength(1);
  });

  test('that was only changed, and did no work', async () => {
    const t = setUp([[reply.text('Another')]]);
    t.tell({ pinned: true });
    t.work({ id: 's2' });
    await t.retitled.waitForCount(1);
    expect(t.retitled.items.map(({ sessionId }) => sessionId)).toEqual(['s2']);
  });

  test('whose beginning is not in sight', async () => {
    const [, answer = message({})] = answered;
    const t = setUp([], { messages: [message({ parentId: 'm0' }), answer] });
    t.work({ title: untitled });
    await t.names.close();
    expect(t.retitled.items).toEqual([]);
  });
});

test('a session that goes to work again is not kept from it, and is named after that', async () => {
  const t = setUp([[reply.hang()], [reply.text('Baking Bread')]]);
  t.work();
  await t.model.waitForCall(1);
  t.tell({ status: 'running' });
  expect(await t.model.waitForEnd(1)).toBe('aborted');
  t.tell({ messageCount: 4 });
  await t.retitled.waitForCount(1);
  expect(t.retitled.items).toEqual([{ sessionId: 's1', from: question, to: 'Baking Bread' }]);
});

test('a session that is deleted is not named', async () => {
  const t = setUp([[reply.hang()]]);
  t.work();
  await t.model.waitForCall(1);
  t.forget('s1');
  expect(await t.model.waitForEnd(1)).toBe('aborted');
  await t.names.close();
  expect(t.retitled.items).toEqual([]);
});

test('two are named at once, the others after them', async () => {
  const gate = createGate();
  const t = setUp(() => [reply.gate(gate), reply.text('Baking Bread')]);
  for (const id of ['a', 'b', 'c', 'd']) t.work({ id });
  await t.model.waitForCall(2);
  expect(t.model.calls).toHaveLength(2);
  gate.release();
  await t.retitled.waitForCount(4);
  expect(t.retitled.items.map(({ sessionId }) => sessionId).toSorted()).toEqual(['a', 'b', 'c', 'd']);
});

test('the end of the server stops what runs and what waits', async () => {
  const t = setUp(() => [reply.hang()]);
  for (const id of ['a', 'b', 'c']) t.work({ id });
  await t.model.waitForCall(2);
  await t.names.close();
  expect(t.model.calls.map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted']);
  t.work({ id: 'd' });
  expect(t.model.calls).toHaveLength(2);
  expect(t.retitled.items).toEqual([]);
});

test('a store that fails is told in the log, and the next session is named', async () => {
  const t = setUp(() => [reply.text('Baking Bread')]);
  t.work({ id: 'broken' });
  await t.log.waitFor('warn', 'a session could not be named');
  t.work();
  expect(await t.retitled.waitForCount(1)).toMatchObject({ sessionId: 's1' });
});
