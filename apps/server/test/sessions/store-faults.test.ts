// Fails the n-th call of the store, for every n, and looks at what must hold whatever fails: one end for each turn
// that was seen to begin, nothing acknowledged that is not stored, a session that goes on, a valid trajectory.
import { setImmediate } from 'node:timers/promises';
import type { Store, TurnStore } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { createTestTool, reply } from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createBench, createReader, messageId, send, sessionId } from './create-bench.ts';

function failingNth(n: number) {
  let count = 0;
  let failed = false;
  const wrapStore = (store: Store): Store => {
    const turns = Object.fromEntries(
      Object.entries(store.turns).map(([name, call]) => [
        name,
        async (...args: unknown[]) => {
          count += 1;
          if (count === n) {
            failed = true;
            throw new AppError('storage', 'the disk is full');
          }
          return (call as (...all: unknown[]) => Promise<unknown>)(...args);
        },
      ]),
    ) as TurnStore;
    return { ...store, turns };
  };
  return { wrapStore, failed: () => failed };
}

/** Moves the clock on whenever something waits for it, until the promise settles. */
async function pump<T>(
  clock: { advanceToNext(): number | undefined; pending(): number[] },
  promise: Promise<T>,
): Promise<T> {
  let settled = false;
  const watched = promise.finally(() => {
    settled = true;
  });
  watched.catch(() => undefined);
  while (!settled) {
    await setImmediate();
    if (!settled && clock.pending().some((wait) => wait < 10_000)) clock.advanceToNext();
  }
  return watched;
}

describe('when the n-th call of the store fails', () => {
  // The first turn makes twelve calls.
  it.each(Array.from({ length: 12 }, (_, index) => index + 1))('n = %i', async (n) => {
    const fault = failingNth(n);
    const bench = await createBench({
      model: (call) =>
        call.request.messages.at(-1)?.role === 'tool'
          ? [reply.text('Done.')]
          : [reply.text('Working.'), reply.toolCall('write', { n: call.number })],
      tools: [createTestTool({ name: 'write', risk: 'write', concurrencySafe: false })],
      wrapStore: fault.wrapStore,
    });
    const { sessions, clock } = bench;
    const reader = await createReader(sessions);
    const ends = () => reader.events.filter((event) => event.type === 'turn.finished').length;
    const begun = () => reader.events.filter((event) => event.type === 'turn.started').length;
    const settle = async () => {
      for (let idle = 0; idle < 5; ) {
        await setImmediate();
        const status = await sessions.get(sessionId).then(
          (one) => one.status,
          () => 'none',
        );
        idle = status === 'idle' || status === 'none' || status === 'queued' ? idle + 1 : 0;
        const approval = Object.values(reader.view?.steps ?? {})
          .flatMap((step) => step.calls)
          .find((call) => call.status === 'waiting');
        if (approval?.approval)
          await sessions.answerApproval(sessionId, approval.approval.approvalId, { decision: 'allow_once' });
        if (clock.pending().some((wait) => wait < 10_000)) clock.advanceToNext();
      }
    };

    const first = await send(sessions, 1, 'one').then(
      () => 'acked',
      (error: AppError) => error.code,
    );
    await settle();
    const stored = await sessions.messages(sessionId, { limit: 50 }).then(
      (page) => page.messages,
      () => [],
    );
    if (first !== 'acked') {
      expect(first).toBe('storage');
      expect(stored).toEqual([]);
    }
    expect(ends()).toBe(begun());

    await pump(clock, send(sessions, 2, 'two'));
    await settle();
    expect(ends()).toBe(begun());
    expect(fault.failed()).toBe(true);
    const { messages } = await sessions.messages(sessionId, { limit: 50 });
    const asked = messages.filter((message) => message.role === 'user').map((message) => message.id);
    expect(asked).toEqual(first === 'acked' ? [messageId(1), messageId(2)] : [messageId(2)]);
    expect(messages.at(-1)).toMatchObject({ role: 'assistant' });
    for (const message of messages) {
      const { entries } = await sessions.trajectory(sessionId, message.turnId);
      expect(entries.filter((entry) => entry.status === 'running')).toEqual([]);
      if (message.role === 'assistant' && message.status === 'completed')
        expect(entries.every((entry) => entry.status === 'ok')).toBe(true);
    }
  });
});
