// What every session list does: order, pages, search.
import type { StoredSession } from '@slipstream/agent';
import { describe, expect, it } from 'vitest';
import {
  at,
  beginTurn,
  finishTurn,
  newEntry,
  newMessage,
  newSession,
  sessionId,
  turnEnd,
  turnId,
} from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

export function describeSessionList(openPlace: OpenPlace): void {
  describe('session list', () => {
    const t = useStore(openPlace);
    const ids = (sessions: readonly StoredSession[]) => sessions.map((session) => session.id);

    async function readAll(limit: number, q?: string): Promise<string[][]> {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await t.store.sessions.list({ limit, archived: false, cursor, q });
        pages.push(ids(page.sessions));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return pages;
    }

    async function search(q: string): Promise<string[]> {
      return ids((await t.store.sessions.list({ limit: 50, archived: false, q })).sessions);
    }

    it('is empty at first', async () => {
      expect(await t.store.sessions.list({ limit: 10, archived: false })).toEqual({
        sessions: [],
        nextCursor: null,
      });
    });

    it('has the newest activity first, and the higher id first among equals', async () => {
      for (const [n, seconds] of [1, 3, 2, 3, 1].entries())
        await t.store.sessions.create(newSession(n, { now: at(seconds) }));
      const { sessions } = await t.store.sessions.list({ limit: 10, archived: false });
      expect(ids(sessions)).toEqual([3, 1, 2, 4, 0].map(sessionId));
      expect(sessions[0]).toEqual(await t.store.sessions.get(sessionId(3)));
    });

    it.each([1, 2, 3, 6, 7, 8])('gives every session once, in pages of %i', async (limit) => {
      for (const [n, seconds] of [5, 5, 5, 2, 9, 2, 5].entries())
        await t.store.sessions.create(newSession(n, { now: at(seconds) }));
      const pages = await readAll(limit);
      expect(pages.flat()).toEqual([4, 6, 2, 1, 0, 5, 3].map(sessionId));
      expect(pages).toHaveLength(Math.ceil(7 / limit));
    });

    it('goes on after a session that is gone or has moved since', async () => {
      for (let n = 0; n < 6; n++) await t.store.sessions.create(newSession(n, { now: at(n) }));
      const first = await t.store.sessions.list({ limit: 2, archived: false });
      expect(ids(first.sessions)).toEqual([5, 4].map(sessionId));
      await t.store.sessions.delete(sessionId(4));
      await t.store.turns.acceptMessage(newMessage(1, { session: newSession(5), now: at(99) }));
      const cursor = first.nextCursor ?? undefined;
      const second = await t.store.sessions.list({ limit: 2, archived: false, cursor });
      expect(ids(second.sessions)).toEqual([3, 2].map(sessionId));
    });

    it('moves a session up when a message is accepted, begun and answered, and not when it is changed', async () => {
      for (let n = 1; n <= 2; n++) await t.store.sessions.create(newSession(n, { now: at(n) }));
      const order = async () => ids((await t.store.sessions.list({ limit: 9, archived: false })).sessions);
      await t.store.sessions.update(sessionId(1), { title: 'Changed', pinned: true });
      expect(await order()).toEqual([2, 1].map(sessionId));
      await t.store.turns.acceptMessage(newMessage(1, { now: at(3) }));
      expect(await order()).toEqual([1, 2].map(sessionId));
      await t.store.turns.acceptMessage(newMessage(2, { session: newSession(2), now: at(4) }));
      expect(await order()).toEqual([2, 1].map(sessionId));
      await t.store.turns.beginTurn(turnId(1), at(5));
      expect(await order()).toEqual([1, 2].map(sessionId));
      await t.store.turns.beginTurn(turnId(2), at(6));
      expect(await order()).toEqual([2, 1].map(sessionId));
      await t.store.turns.finishTurn(turnEnd(1, { now: at(7) }));
      expect(await order()).toEqual([1, 2].map(sessionId));
    });

    it('keeps archived sessions apart', async () => {
      for (let n = 1; n <= 3; n++) await t.store.sessions.create(newSession(n, { now: at(n) }));
      await t.store.sessions.update(sessionId(2), { archived: true });
      expect((await readAll(10)).flat()).toEqual([3, 1].map(sessionId));
      const archived = await t.store.sessions.list({ limit: 10, archived: true });
      expect(ids(archived.sessions)).toEqual([sessionId(2)]);
      expect(archived.sessions[0]?.archived).toBe(true);
    });

    it.each(['', 'x', '!!', 'bnVsbA', 'W10', 'WzEsMl0', '%00', '你好'])(
      'refuses a cursor that no page gave: %j',
      async (cursor) => {
        await expect(t.store.sessions.list({ limit: 1, archived: false, cursor })).rejects.toMatchObject({
          code: 'invalid_request',
        });
      },
    );

    it('finds words of titles, questions and answers, whatever their case', async () => {
      await t.store.sessions.create(newSession(1, { title: 'Fix the Parser', now: at(1) }));
      await finishTurn(t.store, 2, { session: newSession(2), text: 'Where is the parser?', now: at(2) });
      await beginTurn(t.store, 3, { session: newSession(3), now: at(3) });
      await t.store.turns.finishTurn(turnEnd(3, { sessionId: sessionId(3), text: 'PARSER.ts', now: at(3) }));
      await t.store.sessions.create(newSession(4, { title: 'Something else', now: at(4) }));
      expect(await search('parser')).toEqual([3, 2, 1].map(sessionId));
      expect(await search('arse')).toEqual([3, 2, 1].map(sessionId));
      expect(await search('the parser')).toEqual([2, 1].map(sessionId));
      expect(await search('  where\tis ')).toEqual([sessionId(2)]);
      expect(await search('parser else')).toEqual([]);
      expect(await readAll(1, 'parser')).toEqual([3, 2, 1].map((n) => [sessionId(n)]));
    });

    it('finds other scripts, also by one character', async () => {
      await t.store.sessions.create(newSession(1, { title: '修复解析器', now: at(1) }));
      await finishTurn(t.store, 2, { session: newSession(2), text: '解析器在哪里？', now: at(2) });
      await t.store.sessions.create(newSession(3, { title: 'Äpfel und Ölkännchen 🫖', now: at(3) }));
      expect(await search('器')).toEqual([2, 1].map(sessionId));
      expect(await search('解析器')).toEqual([2, 1].map(sessionId));
      expect(await search('修复')).toEqual([sessionId(1)]);
      expect(await search('äpfel')).toEqual([sessionId(3)]);
      expect(await search('ÄPFEL')).toEqual([sessionId(3)]);
      expect(await search('🫖')).toEqual([sessionId(3)]);
    });

    it('takes a search as plain text', async () => {
      const odd = ['100%', 'a_b', 'c:\\d', `it's "quoted"`, 'NEAR(x) AND -y*'];
      for (const [n, title] of odd.entries())
        await t.store.sessions.create(newSession(n, { title, now: at(n) }));
      for (const [n, title] of odd.entries()) expect(await search(title)).toEqual([sessionId(n)]);
      expect(await search('%')).toEqual([sessionId(0)]);
      expect(await search('_')).toEqual([sessionId(1)]);
      expect(await search('\\')).toEqual([sessionId(2)]);
      expect(await search('x'.repeat(10_000))).toEqual([]);
      expect(await search('%'.repeat(10_000))).toEqual([]);
      expect(await search(Array.from({ length: 3000 }, (_, n) => `w${n}`).join(' '))).toEqual([]);
    });

    it('lists everything for a search without words', async () => {
      await t.store.sessions.create(newSession(1));
      expect(await search('')).toEqual([sessionId(1)]);
      expect(await search(' \n')).toEqual([sessionId(1)]);
    });

    it('finds neither queued messages nor what tools said, nor what was removed', async () => {
      await t.store.turns.acceptMessage(newMessage(1, { text: 'canary' }));
      expect(await search('canary')).toEqual([]);
      await t.store.turns.beginTurn(turnId(1), at(1));
      expect(await search('canary')).toEqual([sessionId(1)]);
      await t.store.turns.startEntry(newEntry(1, { input: 'sparrow', output: 'sparrow' }));
      await t.store.turns.checkpoint(turnId(1), 'sparrow');
      expect(await search('sparrow')).toEqual([]);
      await t.store.sessions.update(sessionId(1), { archived: true });
      expect(await search('canary')).toEqual([]);
      await t.store.sessions.delete(sessionId(1));
      await t.store.sessions.create(newSession(1));
      expect(await search('canary')).toEqual([]);
    });
  });
}
