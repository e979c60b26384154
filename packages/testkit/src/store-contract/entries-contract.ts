// What every store does with the entries of trajectories.
import { describe, expect, it } from 'vitest';
import {
  at,
  beginTurn,
  entryId,
  finishTurn,
  id,
  newEntry,
  newMessage,
  newSession,
  sessionId,
  turnEnd,
  turnId,
} from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

export function describeEntries(openPlace: OpenPlace): void {
  describe('trajectory entries', () => {
    const t = useStore(openPlace);
    const storage = { code: 'storage' };

    it('are stored when they start and completed when they end', async () => {
      await beginTurn(t.store, 1);
      const start = { startedAt: at(3), input: { step: 1 }, name: 'model-a' };
      await t.store.turns.startEntry(newEntry(1, start));
      const running = {
        id: entryId(1),
        turnId: turnId(1),
        parentId: null,
        seq: 1,
        kind: 'step',
        status: 'running',
        output: null,
        durationMs: null,
        ...start,
      };
      await t.restart();
      expect(await t.store.history.entries(turnId(1))).toEqual([running]);
      const end = {
        status: 'ok',
        output: { text: 'hi' },
        durationMs: 42,
        usage: { inputTokens: 3 },
      } as const;
      await t.store.turns.endEntry({ id: entryId(1), turnId: turnId(1), ...end });
      await t.restart();
      expect(await t.store.history.entries(turnId(1))).toEqual([{ ...running, ...end }]);
    });

    it('may be stored as ended at once', async () => {
      await beginTurn(t.store, 1);
      const notice = { kind: 'notice', status: 'ok', output: ['x'], durationMs: 0 } as const;
      await t.store.turns.startEntry(newEntry(1, notice));
      expect(await t.store.history.entries(turnId(1))).toMatchObject([notice]);
    });

    it('come in the order of their numbers, with parents, and only of the one turn', async () => {
      await beginTurn(t.store, 1);
      await beginTurn(t.store, 2, { session: newSession(2) });
      await t.store.turns.startEntry(newEntry(10));
      await t.store.turns.startEntry(newEntry(9, { parentId: entryId(10) }));
      await t.store.turns.startEntry(newEntry(2, { parentId: entryId(9) }));
      await t.store.turns.startEntry(newEntry(1, { id: entryId(99), turnId: turnId(2) }));
      const entries = await t.store.history.entries(turnId(1));
      expect(entries.map((entry) => [entry.seq, entry.parentId])).toEqual([
        [2, entryId(9)],
        [9, entryId(10)],
        [10, null],
      ]);
      expect(await t.store.history.entries(turnId(2))).toHaveLength(1);
      expect(await t.store.history.entries(turnId(3))).toEqual([]);
    });

    it.each([
      ['text', 'plain'],
      ['empty text', ''],
      ['zero', 0],
      ['false', false],
      ['null', null],
      ['list', [1, [2, { a: null }]]],
      ['object', { deep: { er: ['中', 1e-7, -0.5, true] }, __proto_: 'x' }],
    ])('keep any JSON value as input, output and usage: %s', async (_, value) => {
      await beginTurn(t.store, 1);
      await t.store.turns.startEntry(newEntry(1, { input: value }));
      const end = { id: entryId(1), turnId: turnId(1), status: 'error', durationMs: 1 } as const;
      await t.store.turns.endEntry({ ...end, output: value, usage: value });
      const [entry] = await t.store.history.entries(turnId(1));
      expect(entry?.input).toEqual(value);
      expect(entry?.output).toEqual(value);
      expect(entry?.usage ?? null).toEqual(value);
    });

    it('have no usage when none was given', async () => {
      await beginTurn(t.store, 1);
      await t.store.turns.startEntry(newEntry(1));
      await t.store.turns.endEntry({
        id: entryId(1),
        turnId: turnId(1),
        status: 'ok',
        output: undefined,
        durationMs: 1,
      });
      const [entry] = await t.store.history.entries(turnId(1));
      expect(entry).toMatchObject({ status: 'ok', output: null });
      expect(entry && 'usage' in entry).toBe(false);
    });

    it('keep 1 MB of output', async () => {
      await beginTurn(t.store, 1);
      const text = 'ü'.repeat(512 * 1024);
      await t.store.turns.startEntry(newEntry(1, { output: { text } }));
      const [entry] = await t.store.history.entries(turnId(1));
      expect(entry?.output).toEqual({ text });
    });

    it('are refused where they do not belong, and nothing is stored', async () => {
      await expect(t.store.turns.startEntry(newEntry(1))).rejects.toMatchObject(storage);
      await beginTurn(t.store, 1);
      await t.store.turns.startEntry(newEntry(1));
      const sameId = newEntry(1, { seq: 2 });
      await expect(t.store.turns.startEntry(sameId)).rejects.toMatchObject(storage);
      const sameSeq = newEntry(2, { seq: 1 });
      await expect(t.store.turns.startEntry(sameSeq)).rejects.toMatchObject(storage);
      expect(await t.store.history.entries(turnId(1))).toHaveLength(1);
    });

    it('end once, in their own turn', async () => {
      await beginTurn(t.store, 1);
      await beginTurn(t.store, 2, { session: newSession(2) });
      await t.store.turns.startEntry(newEntry(1));
      const end = { id: entryId(1), turnId: turnId(1), status: 'ok', output: 1, durationMs: 1 } as const;
      await expect(t.store.turns.endEntry({ ...end, id: entryId(2) })).rejects.toMatchObject(storage);
      await expect(t.store.turns.endEntry({ ...end, turnId: turnId(2) })).rejects.toMatchObject(storage);
      await t.store.turns.endEntry(end);
      await expect(t.store.turns.endEntry({ ...end, status: 'error' })).rejects.toMatchObject(storage);
      expect(await t.store.history.entries(turnId(1))).toMatchObject([{ status: 'ok', output: 1 }]);
    });

    it('that are open when their turn ends are cancelled; those of other turns and ended ones stay', async () => {
      await beginTurn(t.store, 1);
      await beginTurn(t.store, 2, { session: newSession(2) });
      await t.store.turns.startEntry(newEntry(1, { status: 'ok' }));
      await t.store.turns.startEntry(newEntry(2, { kind: 'tool' }));
      await t.store.turns.startEntry(newEntry(3, { kind: 'approval', parentId: entryId(2) }));
      await t.store.turns.startEntry(newEntry(4, { kind: 'tool', output: 'so far' }));
      await t.store.turns.startEntry(newEntry(1, { id: entryId(99), turnId: turnId(2) }));
      await t.store.turns.finishTurn(turnEnd(1));
      const entries = await t.store.history.entries(turnId(1));
      expect(entries.map((entry) => entry.status)).toEqual(['ok', 'cancelled', 'cancelled', 'cancelled']);
      expect(entries[3]?.output).toBe('so far');
      expect(await t.store.history.entries(turnId(2))).toMatchObject([{ status: 'running' }]);
      const late = { id: entryId(4), turnId: turnId(1), status: 'ok', output: 1, durationMs: 1 } as const;
      await expect(t.store.turns.endEntry(late)).rejects.toMatchObject(storage);
    });

    it('of many turns at once do not mix', async () => {
      const numbers = Array.from({ length: 20 }, (_, n) => n + 1);
      await Promise.all(numbers.map((n) => beginTurn(t.store, n, { session: newSession(n) })));
      await Promise.all(
        numbers.flatMap((n) =>
          numbers.map((seq) =>
            t.store.turns.startEntry(
              newEntry(seq, { id: id('e', n * 100 + seq), turnId: turnId(n), input: n }),
            ),
          ),
        ),
      );
      for (const n of numbers) {
        const entries = await t.store.history.entries(turnId(n));
        expect(entries.map((entry) => [entry.seq, entry.input])).toEqual(numbers.map((seq) => [seq, n]));
      }
    });

    it('are never messages: neither read, nor counted, nor on the branch', async () => {
      await finishTurn(t.store, 1);
      const before = await t.store.sessions.get(sessionId(1));
      await beginTurn(t.store, 2);
      for (const [seq, kind] of (['step', 'tool', 'agent', 'approval', 'retry'] as const).entries())
        await t.store.turns.startEntry(
          newEntry(seq, { turnId: turnId(2), kind, input: 'canary', output: 'canary' }),
        );
      await t.store.turns.finishTurn(turnEnd(2));
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 50 });
      expect(messages).toHaveLength(4);
      expect(JSON.stringify(messages)).not.toContain('canary');
      const after = await t.store.sessions.get(sessionId(1));
      expect(after?.messageCount).toBe((before?.messageCount ?? 0) + 2);
      await t.store.turns.acceptMessage(newMessage(3));
      await t.store.turns.beginTurn(turnId(3), at(1));
      const next = await t.store.history.messages(sessionId(1), { limit: 50 });
      expect(next.messages.map((message) => message.role)).toEqual([
        'user',
        'assistant',
        'user',
        'assistant',
        'user',
      ]);
    });
  });
}
