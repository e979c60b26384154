// What every store does at the start after a crash.
import type { EntryKind, EntryStatus } from '@slipstream/protocol';
import { describe, expect, it } from 'vitest';
import {
  answerId,
  at,
  beginTurn,
  entryId,
  finishTurn,
  messageId,
  newEntry,
  newMessage,
  newSession,
  sessionId,
  turnEnd,
  turnId,
} from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

export function describeRecovery(openPlace: OpenPlace): void {
  describe('recovery', () => {
    const t = useStore(openPlace);

    async function recover(seconds: number): Promise<number> {
      let next = 500;
      await t.restart();
      return t.store.turns.recover(at(seconds), () => answerId(next++));
    }

    it('has nothing to do in an empty store, and after a clean end', async () => {
      expect(await recover(1)).toBe(0);
      await finishTurn(t.store, 1);
      await t.store.turns.acceptMessage(newMessage(2));
      const session = await t.store.sessions.get(sessionId(1));
      expect(await recover(9)).toBe(0);
      expect(await t.store.sessions.get(sessionId(1))).toEqual(session);
    });

    it('ends a running turn as interrupted, with the last text that was kept as its answer', async () => {
      await beginTurn(t.store, 1, { now: at(1) });
      await t.store.turns.checkpoint(turnId(1), 'The answer');
      await t.store.turns.checkpoint(turnId(1), 'The answer is 4');
      expect(await recover(9)).toBe(1);
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages[1]).toMatchObject({
        id: answerId(500),
        parentId: messageId(1),
        role: 'assistant',
        text: 'The answer is 4',
        status: 'interrupted',
        model: 'model-a',
        turnId: turnId(1),
        trace: { steps: 0, tools: 0, agents: 0, durationMs: 0 },
        createdAt: at(9),
      });
      expect(await t.store.history.turn(sessionId(1), turnId(1))).toMatchObject({
        status: 'interrupted',
        assistantMessageId: answerId(500),
      });
      expect(await t.store.sessions.get(sessionId(1))).toMatchObject({
        headId: answerId(500),
        messageCount: 2,
        updatedAt: at(9),
        lastTurn: { turnId: turnId(1), status: 'interrupted' },
      });
    });

    it('counts a turn to the last text that was kept, not to the start after the crash', async () => {
      await beginTurn(t.store, 1, { now: at(1) });
      await t.store.turns.checkpoint(turnId(1), 'The', at(3));
      await t.store.turns.checkpoint(turnId(1), 'The answer', at(5));
      await recover(9);
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages[1]).toMatchObject({ trace: { durationMs: 4000 }, createdAt: at(9) });
    });

    it('gives an empty answer to a turn of which nothing was kept', async () => {
      await beginTurn(t.store, 1);
      expect(await recover(9)).toBe(1);
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages[1]).toMatchObject({ text: '', status: 'interrupted' });
    });

    it('closes what was open: started calls unknown, asking calls and all else cancelled', async () => {
      await beginTurn(t.store, 1);
      type Row = [
        seq: number,
        kind: EntryKind,
        parent: number | null,
        status: EntryStatus,
        then: EntryStatus,
      ];
      const rows: Row[] = [
        [1, 'step', null, 'ok', 'ok'],
        [2, 'tool', 1, 'ok', 'ok'],
        [3, 'tool', 1, 'denied', 'denied'],
        [4, 'tool', 1, 'running', 'unknown'],
        [5, 'tool', 1, 'running', 'cancelled'],
        [6, 'approval', 5, 'running', 'cancelled'],
        [7, 'tool', 1, 'running', 'unknown'],
        [8, 'approval', 7, 'ok', 'ok'],
        [9, 'tool', 1, 'running', 'unknown'],
        [10, 'agent', 9, 'running', 'cancelled'],
        [11, 'step', 10, 'running', 'cancelled'],
        [12, 'tool', 11, 'running', 'unknown'],
        [13, 'tool', 11, 'running', 'cancelled'],
        [14, 'approval', 13, 'running', 'cancelled'],
        [15, 'step', null, 'running', 'cancelled'],
        [16, 'retry', null, 'running', 'cancelled'],
        [17, 'compaction', null, 'running', 'cancelled'],
        [18, 'notice', null, 'ok', 'ok'],
      ];
      for (const [seq, kind, parent, status] of rows)
        await t.store.turns.startEntry(
          newEntry(seq, {
            kind,
            status,
            parentId: parent === null ? null : entryId(parent),
            input: { title: `Call ${seq}` },
            output: { seq },
          }),
        );
      expect(await recover(9)).toBe(1);
      const entries = await t.store.history.entries(turnId(1));
      expect(entries.map((entry) => [entry.seq, entry.status])).toEqual(rows.map((row) => [row[0], row[4]]));
      expect(entries.map((entry) => entry.output)).toEqual(rows.map(([seq]) => ({ seq })));
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages[1]?.trace).toMatchObject({
        steps: 2,
        tools: 8,
        agents: 1,
        unknown: [4, 7, 9, 12].map((seq) => `model-a: Call ${seq}`),
      });
      expect((await t.store.history.turn(sessionId(1), turnId(1)))?.steps).toBe(2);
    });

    it('counts what the steps had used, and time until the turn was last heard of', async () => {
      await beginTurn(t.store, 1, { now: at(10) });
      const used = { inputTokens: 100, outputTokens: 20, reasoningTokens: 5, cachedTokens: 60 };
      for (const n of [1, 2]) {
        await t.store.turns.startEntry(newEntry(n, { startedAt: at(10 + n) }));
        await t.store.turns.endEntry({
          id: entryId(n),
          turnId: turnId(1),
          status: 'ok',
          output: null,
          durationMs: 500,
          usage: { ...used, estimated: false, costUsd: 0.01 },
        });
      }
      await t.store.turns.startEntry(newEntry(3, { startedAt: at(20) }));
      expect(await recover(100_000)).toBe(1);
      const sum = { inputTokens: 200, outputTokens: 40, reasoningTokens: 10, cachedTokens: 120 };
      const turn = await t.store.history.turn(sessionId(1), turnId(1));
      expect(turn).toMatchObject({ usage: sum, costUsd: 0.02, steps: 3, startedAt: at(10), endedAt: at(20) });
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages[1]).toMatchObject({
        usage: sum,
        costUsd: 0.02,
        trace: { steps: 3, durationMs: 10_000 },
      });
      expect((await t.store.sessions.get(sessionId(1)))?.usage).toEqual(sum);
    });

    it('leaves queued turns queued and ended ones as they are, in every session', async () => {
      await finishTurn(t.store, 1);
      await beginTurn(t.store, 2);
      await t.store.turns.acceptMessage(newMessage(3));
      await beginTurn(t.store, 4, { session: newSession(2) });
      await finishTurn(t.store, 5, { session: newSession(3) });
      await t.store.turns.acceptMessage(newMessage(6, { session: newSession(4) }));
      const ended = await t.store.history.turn(sessionId(1), turnId(1));
      const untouched = await t.store.sessions.get(sessionId(3));

      expect(await recover(9)).toBe(2);
      expect(await t.store.history.turn(sessionId(1), turnId(1))).toEqual(ended);
      expect(await t.store.sessions.get(sessionId(3))).toEqual(untouched);
      expect(await t.store.history.turn(sessionId(1), turnId(2))).toMatchObject({ status: 'interrupted' });
      expect(await t.store.history.turn(sessionId(2), turnId(4))).toMatchObject({ status: 'interrupted' });
      expect(await t.store.history.queuedSessions()).toEqual([sessionId(1), sessionId(4)]);
      expect((await t.store.history.queue(sessionId(1))).map((waiting) => waiting.turnId)).toEqual([
        turnId(3),
      ]);
    });

    it('leaves sessions usable: the next message goes under the interrupted answer', async () => {
      await beginTurn(t.store, 1);
      await recover(9);
      expect(await t.store.turns.acceptMessage(newMessage(1))).toEqual({
        kind: 'duplicate',
        turnId: turnId(1),
        turnStatus: 'interrupted',
      });
      await t.store.turns.acceptMessage(newMessage(2));
      const { message } = await t.store.turns.beginTurn(turnId(2), at(10));
      expect(message.parentId).toBe(answerId(500));
      const { session } = await t.store.turns.finishTurn(turnEnd(2));
      expect(session).toMatchObject({
        messageCount: 4,
        lastTurn: { turnId: turnId(2), status: 'completed' },
      });
    });

    it('does its work once', async () => {
      await beginTurn(t.store, 1);
      expect(await recover(9)).toBe(1);
      const session = await t.store.sessions.get(sessionId(1));
      expect(await recover(10)).toBe(0);
      expect(await t.store.sessions.get(sessionId(1))).toEqual(session);
    });

    it('is all or nothing', async () => {
      await beginTurn(t.store, 1);
      await beginTurn(t.store, 2, { session: newSession(2) });
      const failing = t.store.turns.recover(at(9), () => answerId(500));
      await expect(failing).rejects.toMatchObject({ code: 'storage' });
      for (const n of [1, 2])
        expect(await t.store.history.turn(sessionId(n), turnId(n))).toMatchObject({ status: 'running' });
      expect(await recover(9)).toBe(2);
    });
  });
}
