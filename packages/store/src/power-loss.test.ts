// A power failure can leave any beginning of the log of writes on the disk: each must be a sound database that holds
// the first so many calls, whole, and no part of the next.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSqliteStore } from './create-sqlite-store.ts';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, entry, finish, idOf, now, sessionId } from './testing/records.ts';
import { useTempFolder } from './testing/temp-folder.ts';

const walHeaderBytes = 32;
const frameBytes = 24 + 4096;

it('is whole at every cut of the write-ahead log', { timeout: 60_000 }, async () => {
  const { store, sqlite, path } = await openTestDatabase();
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.pragma('wal_autocheckpoint = 0');
  const states: unknown[] = [await look(store)];
  const calls = [
    () => store.turns.acceptMessage(accept(1, 'x'.repeat(9000))),
    () => store.turns.acceptMessage(accept(2)),
    () => store.turns.beginTurn(idOf('turn', 1), now),
    () => store.turns.startEntry(entry(1, 1)),
    () => store.turns.finishTurn(finish(1, 'y'.repeat(9000))),
    () => store.turns.beginTurn(idOf('turn', 2), now),
    () => store.turns.finishTurn(finish(2)),
  ];
  for (const call of calls) {
    await call();
    states.push(await look(store));
  }

  const database = readFileSync(path);
  const log = readFileSync(`${path}-wal`);
  const frames = (log.length - walHeaderBytes) / frameBytes;
  expect(frames).toBeGreaterThan(calls.length);
  const seen = new Set<number>();
  for (let frame = 0; frame <= frames; frame++) {
    for (const torn of [0, 1000]) {
      const copy = join(useTempFolder().folder, 'copy.db');
      writeFileSync(copy, database);
      writeFileSync(`${copy}-wal`, log.subarray(0, walHeaderBytes + frame * frameBytes + torn));
      const reopened = await createSqliteStore({ path: copy });
      const state = await look(reopened);
      await reopened.close();
      const index = states.findIndex((known) => JSON.stringify(known) === JSON.stringify(state));
      expect(index, `after ${frame} frames`).toBeGreaterThanOrEqual(Math.max(0, ...seen));
      seen.add(index);
    }
  }
  expect([...seen]).toEqual(states.map((_, index) => index));
});

type Store = Awaited<ReturnType<typeof createSqliteStore>>;

async function look(store: Store) {
  return {
    session: await store.sessions.get(sessionId),
    messages: await store.history.messages(sessionId, { limit: 9 }),
    queue: await store.history.queue(sessionId),
    turns: await Promise.all([1, 2].map((n) => store.history.turn(sessionId, idOf('turn', n)))),
    entries: await store.history.entries(idOf('turn', 1)),
  };
}
