// What every HistoryStore reads: the branch page by page, queues, turns.
import { describe, expect, it } from 'vitest';
import {
  answerId,
  at,
  beginTurn,
  finishTurn,
  messageId,
  newMessage,
  newSession,
  sessionId,
  turnEnd,
  turnId,
} from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

export function describeHistory(openPlace: OpenPlace): void {
  describe('history', () => {
    const t = useStore(openPlace);
    const none = { messages: [], nextCursor: null };

    async function readAll(limit: number): Promise<string[][]> {
      const pages: string[][] = [];
      let before: string | undefined;
      do {
        const page = await t.store.history.messages(sessionId(1), { limit, before });
        pages.unshift(page.messages.map((message) => message.id));
        before = page.nextCursor ?? undefined;
      } while (before !== undefined);
      return pages;
    }

    it('is empty for a session that has no messages, and for none', async () => {
      expect(await t.store.history.messages(sessionId(1), { limit: 5 })).toEqual(none);
      await t.store.sessions.create(newSession(1));
      expect(await t.store.history.messages(sessionId(1), { limit: 5 })).toEqual(none);
      expect(await t.store.history.queue(sessionId(1))).toEqual([]);
      expect(await t.store.history.queuedSessions()).toEqual([]);
    });

    it('gives the newest messages, oldest first, and where to go on', async () => {
      for (const n of [1, 2, 3]) await finishTurn(t.store, n);
      const page = await t.store.history.messages(sessionId(1), { limit: 3 });
      expect(page.messages.map((message) => message.id)).toEqual([answerId(2), messageId(3), answerId(3)]);
      expect(page.messages.map((message) => message.parentId)).toEqual([
        messageId(2),
        answerId(2),
        messageId(3),
      ]);
      const rest = await t.store.history.messages(sessionId(1), {
        limit: 3,
        before: page.nextCursor ?? undefined,
      });
      expect(rest.messages.map((message) => message.id)).toEqual([messageId(1), answerId(1), messageId(2)]);
      expect(rest.nextCursor).toBeNull();
    });

    it.each([1, 2, 5, 29, 30, 31, 200])('gives every message once, in pages of %i', async (limit) => {
      const expected: string[] = [];
      for (let n = 1; n <= 15; n++) {
        await finishTurn(t.store, n);
        expected.push(messageId(n), answerId(n));
      }
      const pages = await readAll(limit);
      expect(pages.flat()).toEqual(expected);
      expect(pages).toHaveLength(Math.ceil(30 / limit));
    });

    it('reads before any message of the session, also one that is not a page border', async () => {
      for (const n of [1, 2]) await finishTurn(t.store, n);
      const before = (id: string) => t.store.history.messages(sessionId(1), { limit: 9, before: id });
      expect((await before(messageId(2))).messages.map((message) => message.id)).toEqual([
        messageId(1),
        answerId(1),
      ]);
      expect(await before(messageId(1))).toEqual(none);
      expect(await before(messageId(99))).toEqual(none);
    });

    it('does not read another session', async () => {
      await finishTurn(t.store, 1);
      await finishTurn(t.store, 2, { session: newSession(2) });
      const { messages } = await t.store.history.messages(sessionId(2), { limit: 9 });
      expect(messages.map((message) => message.id)).toEqual([messageId(2), answerId(2)]);
      const crossed = { limit: 9, before: answerId(1) };
      expect(await t.store.history.messages(sessionId(2), crossed)).toEqual(none);
      expect(await t.store.history.turn(sessionId(2), turnId(1))).toBeUndefined();
      expect(await t.store.history.turn(sessionId(2), turnId(2))).toMatchObject({ id: turnId(2) });
    });

    it('names a message that stands alone as its only sibling', async () => {
      await finishTurn(t.store, 1);
      await finishTurn(t.store, 2);
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages.map((message) => message.siblings)).toEqual(messages.map((message) => [message.id]));
    });

    it('has each session with its own queue, in the order they began to wait', async () => {
      await t.store.turns.acceptMessage(newMessage(1, { session: newSession(3) }));
      await beginTurn(t.store, 2, { session: newSession(2) });
      await t.store.turns.acceptMessage(newMessage(3, { session: newSession(1) }));
      await t.store.turns.acceptMessage(newMessage(4, { session: newSession(3) }));
      expect(await t.store.history.queuedSessions()).toEqual([sessionId(3), sessionId(1)]);
      expect(await t.store.history.queue(sessionId(3))).toEqual([
        { messageId: messageId(1), text: 'Question 1', turnId: turnId(1) },
        { messageId: messageId(4), text: 'Question 4', turnId: turnId(4) },
      ]);
      expect(await t.store.history.queue(sessionId(2))).toEqual([]);
      await t.store.turns.beginTurn(turnId(1), at(1));
      await t.store.turns.beginTurn(turnId(3), at(1));
      await t.store.turns.finishTurn(turnEnd(1, { sessionId: sessionId(3) }));
      await t.restart();
      expect(await t.store.history.queuedSessions()).toEqual([sessionId(3)]);
    });
  });
}
