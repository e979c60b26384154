// Every method that writes, failed at each of its statements in turn: it rejects with `storage`, nothing of it is
// stored, and the same call works afterwards.
import type { Store } from '@slipstream/agent';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, entry, finish, idOf, now, sessionId } from './testing/records.ts';

type Case = {
  name: string;
  prepare(store: Store): Promise<unknown>;
  call(store: Store): Promise<unknown>;
};

const nothing = async () => {};
const begun = async (store: Store) => {
  await store.turns.acceptMessage(accept(1));
  await store.turns.beginTurn(idOf('turn', 1), now);
};
const entered = async (store: Store) => {
  await begun(store);
  await store.turns.startEntry(entry(1, 1));
};
const ended = { id: 'entry-1-1', turnId: 'turn-1', status: 'ok', output: 'done', durationMs: 1 } as const;

const cases: Case[] = [
  {
    name: 'sessions.create',
    prepare: nothing,
    call: (store) => store.sessions.create(accept(1).session),
  },
  {
    name: 'sessions.update',
    prepare: begun,
    call: (store) => store.sessions.update(sessionId, { title: 'New', pinned: true }),
  },
  {
    name: 'sessions.delete',
    prepare: entered,
    call: (store) => store.sessions.delete(sessionId),
  },
  {
    name: 'turns.acceptMessage, new session',
    prepare: nothing,
    call: (store) => store.turns.acceptMessage(accept(1)),
  },
  {
    name: 'turns.acceptMessage',
    prepare: begun,
    call: (store) => store.turns.acceptMessage(accept(2)),
  },
  {
    name: 'turns.beginTurn',
    prepare: (store) => store.turns.acceptMessage(accept(1)),
    call: (store) => store.turns.beginTurn(idOf('turn', 1), now),
  },
  {
    name: 'turns.startEntry',
    prepare: begun,
    call: (store) => store.turns.startEntry(entry(1, 1)),
  },
  { name: 'turns.endEntry', prepare: entered, call: (store) => store.turns.endEntry(ended) },
  {
    name: 'turns.checkpoint',
    prepare: begun,
    call: (store) => store.turns.checkpoint(idOf('turn', 1), 'so far'),
  },
  {
    name: 'turns.finishTurn',
    prepare: entered,
    call: (store) => store.turns.finishTurn(finish(1)),
  },
  {
    name: 'sessions.moveHead',
    prepare: async (store) => {
      await begun(store);
      await store.turns.finishTurn(finish(1));
    },
    call: (store) => store.sessions.moveHead(sessionId, { messageId: idOf('message', 1), newest: false }),
  },
  {
    name: 'turns.acceptRegeneration',
    prepare: begun,
    call: (store) =>
      store.turns.acceptRegeneration({
        sessionId,
        messageId: idOf('message', 1),
        turnId: idOf('turn', 2),
        channel: 'web',
        now,
      }),
  },
  {
    name: 'turns.joinTurn',
    prepare: async (store) => {
      await begun(store);
      await store.turns.acceptMessage(accept(2));
    },
    call: (store) => store.turns.joinTurn(idOf('turn', 2), idOf('turn', 1), now),
  },
  {
    name: 'turns.editQueued',
    prepare: (store) => store.turns.acceptMessage(accept(1)),
    call: (store) => store.turns.editQueued(idOf('turn', 1), 'Better'),
  },
  {
    name: 'turns.removeQueued',
    prepare: (store) => store.turns.acceptMessage(accept(1)),
    call: (store) => store.turns.removeQueued(idOf('turn', 1)),
  },
  {
    name: 'turns.recover',
    prepare: entered,
    call: (store) => store.turns.recover(now, () => idOf('answer', 9)),
  },
];

it.each(cases)('$name stores all or nothing', async ({ prepare, call }) => {
  const test = await openTestDatabase();
  await prepare(test.store);
  const before = test.dump();
  for (let failing = 1; ; failing++) {
    let count = 0;
    test.beforeStatement = (text) => {
      // The rollback is not part of the call: it is what a failure is answered with.
      if (text === 'rollback') return;
      count += 1;
      if (count === failing) throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
    };
    const outcome = await call(test.store).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (count < failing) {
      // It has no n-th statement: nothing failed, and all is stored.
      expect(outcome).toBeNull();
      // The beginning, a change and the commit.
      expect(count).toBeGreaterThanOrEqual(3);
      break;
    }
    expect(outcome).toMatchObject({ code: 'storage', details: { sqlite: 'SQLITE_IOERR_WRITE' } });
    expect(test.sqlite.inTransaction).toBe(false);
    expect(test.dump()).toEqual(before);
  }
  expect(test.dump()).not.toEqual(before);
});
