// Fails the n-th call of the store, whichever it is, for every n of turns with a sub-agent, an approval, a task list and
// a message that waits. A caller who is told of the failure tries again, as a client does; then everything must be in
// order: nothing acknowledged is lost or doubled, each turn has one end, nothing is half-written, the session goes on.
import { setImmediate } from 'node:timers/promises';
import type { Store } from '@slipstream/agent';
import { AppError, foldEvents, toEvents } from '@slipstream/protocol';
import { createScriptedModel, createTestTool, reply } from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { createBench, createReader, messageId, send, sessionId } from './create-bench.ts';

/** Counts from `arm` on. */
function failingNth() {
  let left = Number.POSITIVE_INFINITY;
  let failed: string | undefined;
  let asked = 0;
  /** How often this test asks whether all is over depends on the machine. */
  const counts = (what: string) => what !== 'sessions.get' || ++asked <= 3;
  const wrapPart = (part: string, calls: object) =>
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        async (...args: unknown[]) => {
          if (counts(`${part}.${name}`)) left -= 1;
          else return Reflect.apply(call, calls, args);
          if (left === 0) {
            failed = `${part}.${name}`;
            throw new AppError('storage', 'the disk is full');
          }
          return Reflect.apply(call, calls, args);
        },
      ]),
    );
  return {
    // All calls that a turn makes give promises.
    wrapStore: (store: Store): Store =>
      Object.fromEntries(
        Object.entries(store).map(([part, calls]) => [
          part,
          typeof calls === 'function' ? calls : wrapPart(part, calls),
        ]),
      ) as unknown as Store,
    arm(n: number) {
      left = n;
    },
    failed: () => failed,
  };
}

const helper = {
  ...{ name: 'helper', description: 'Helps.', instructions: 'Help.', model: 'helper', source: 'test' },
  ...{ maxSteps: 20, spawns: false, asTool: false },
};

async function createWorld() {
  const fault = failingNth();
  const model = createScriptedModel(({ request: { messages } }) => {
    const last = messages.at(-1);
    if (last?.role === 'user' && last.text.endsWith('one'))
      return [
        reply.text('Working.'),
        reply.toolCall('todo_write', { todos: [{ text: 'work', status: 'pending' }] }),
        reply.toolCall('write', {}),
        reply.toolCall('task', { agent: 'helper', description: 'Help', prompt: 'Help.' }),
      ];
    return [reply.text('Done.')];
  });
  const agents = createScriptedModel(
    ({ request: { messages } }) =>
      messages.at(-1)?.role === 'tool' ? [reply.text('Helped.')] : [reply.toolCall('look', {})],
    { id: 'helper' },
  );
  const bench = await createBench({
    model,
    models: [agents],
    agents: [helper],
    tools: [
      createTestTool({ name: 'todo_write', concurrencySafe: false, result: 'noted' }),
      createTestTool({ name: 'write', risk: 'write', concurrencySafe: false }),
      createTestTool({ name: 'look', result: 'found' }),
    ],
    wrapStore: fault.wrapStore,
  });
  return { ...bench, fault };
}

/** Moves the clock and answers approvals until the promise settles. */
async function pump<T>(world: Awaited<ReturnType<typeof createWorld>>, reader: Reader, promise: Promise<T>) {
  let settled = false;
  const watched = promise.finally(() => {
    settled = true;
  });
  watched.catch(() => undefined);
  while (!settled) {
    await setImmediate();
    const calls = reader.view?.steps.flatMap((step) => step.calls) ?? [];
    const approval = calls.find(({ status }) => status === 'waiting')?.approval;
    if (approval)
      await world.sessions.answerApproval(sessionId, approval.approvalId, { decision: 'allow_once' });
    if (world.clock.pending().some((wait) => wait < 10_000)) world.clock.advanceToNext();
  }
  return watched;
}
type Reader = Awaited<ReturnType<typeof createReader>>;

async function again<T>(attempt: () => Promise<T>): Promise<T> {
  return attempt().catch((thrown: AppError) => {
    expect(thrown.code).toBe('storage');
    return attempt();
  });
}

it('for each call', { timeout: 120_000 }, async () => {
  const failures: string[] = [];
  for (let n = 1; ; n += 1) {
    const world = await createWorld();
    const { sessions, fault } = world;
    fault.arm(n);
    const reader = await again(() => createReader(sessions));
    await again(() => send(sessions, 1, 'one'));
    await again(() => send(sessions, 2, 'two'));
    const isOver = async () => {
      for (;;) {
        const { status } = await again(() => sessions.get(sessionId));
        if (status === 'idle') return;
        // What could not begin, or waits behind what broke off, does so for the user's next word.
        if (status === 'queued') await sessions.resumeQueue(sessionId);
        await setImmediate();
      }
    };
    await pump(world, reader, isOver());
    await again(() => send(sessions, 3, 'three'));
    await pump(world, reader, isOver());
    expect(reader.events.at(-1), `n = ${n}: ${fault.failed()}`).toMatchObject({ type: 'turn.finished' });
    expect(await again(() => sessions.queue(sessionId))).toEqual([]);

    const { messages } = await again(() => sessions.messages(sessionId, { limit: 50 }));
    const asked = messages.filter(({ role }) => role === 'user').map(({ id }) => id);
    expect(asked, fault.failed()).toEqual([messageId(1), messageId(2), messageId(3)]);
    expect(messages).toHaveLength(6);
    const of = (type: 'turn.started' | 'turn.finished') =>
      reader.events.filter((event) => event.type === type).map(({ turnId }) => turnId);
    expect(of('turn.finished'), fault.failed()).toEqual(of('turn.started'));
    expect(new Set(of('turn.started')).size).toBe(3);
    expect(reader.events.map(({ seq }) => seq)).toEqual(reader.events.map((_, index) => index + 1));
    for (const message of messages.filter(({ role }) => role === 'assistant')) {
      const { turn, entries } = await again(() => sessions.trajectory(sessionId, message.turnId));
      expect(entries.filter(({ status }) => status === 'running')).toEqual([]);
      if (message.status !== 'completed') continue;
      const live = reader.events.filter(({ turnId }) => turnId === message.turnId);
      expect(foldEvents(turn.id, toEvents(turn, entries)), fault.failed()).toEqual(foldEvents(turn.id, live));
    }
    await world.close();
    const failed = fault.failed();
    if (failed === undefined) break;
    failures.push(failed);
  }
  expect(failures.length).toBeGreaterThan(35);
  for (const call of [
    'turns.beginTurn',
    'turns.finishTurn',
    'history.messages',
    'sessions.setTodos',
    'turns.endEntry',
  ])
    expect(failures).toContain(call);
});
