// What every store does with the record of changed files.
import type { NewFileChange } from '@slipstream/agent';
import { describe, expect, it } from 'vitest';
import { at, beginTurn, entryId, finishTurn, newSession, sessionId, turnId } from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

function newChange(n: number, with_: Partial<NewFileChange> = {}): NewFileChange {
  return {
    id: entryId(n),
    sessionId: sessionId(1),
    turnId: turnId(1),
    callId: `call-${n}`,
    path: 'src/a.ts',
    before: 'a'.repeat(64),
    after: 'b'.repeat(64),
    at: at(n),
    ...with_,
  };
}

export function describeChanges(openPlace: OpenPlace): void {
  describe('changes of files', () => {
    const t = useStore(openPlace);

    it('are stored, and come back in the order in which they were made', async () => {
      await beginTurn(t.store, 1);
      const changes = [newChange(2), newChange(1, { before: null, path: 'new.txt' })];
      for (const change of changes) await t.store.changes.record(change);
      await t.restart();
      expect(await t.store.changes.list(sessionId(1))).toEqual(
        changes.map((change) => ({ ...change, undoneAt: null })),
      );
      expect(await t.store.changes.list(sessionId(2))).toEqual([]);
    });

    it('one that did not happen is taken back', async () => {
      await beginTurn(t.store, 1);
      await t.store.changes.record(newChange(1));
      await t.store.changes.record(newChange(2));
      await t.store.changes.drop(entryId(1));
      await t.store.changes.drop(entryId(1));
      expect(await t.store.changes.list(sessionId(1))).toMatchObject([{ id: entryId(2) }]);
    });

    it('are marked as undone, once', async () => {
      await beginTurn(t.store, 1);
      for (const n of [1, 2, 3]) await t.store.changes.record(newChange(n));
      await t.store.changes.markUndone([entryId(1), entryId(2)], at(10));
      await t.store.changes.markUndone([entryId(2)], at(20));
      await t.store.changes.markUndone([], at(30));
      await t.restart();
      expect((await t.store.changes.list(sessionId(1))).map(({ undoneAt }) => undoneAt)).toEqual([
        at(10),
        at(10),
        null,
      ]);
    });

    it('go with their session', async () => {
      await finishTurn(t.store, 1);
      await finishTurn(t.store, 2, { session: newSession(2) });
      await t.store.changes.record(newChange(1));
      await t.store.changes.record(newChange(2, { sessionId: sessionId(2), turnId: turnId(2) }));
      await t.store.sessions.delete(sessionId(1));
      expect(await t.store.changes.list(sessionId(1))).toEqual([]);
      expect(await t.store.changes.list(sessionId(2))).toHaveLength(1);
    });
  });
}
