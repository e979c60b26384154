// What every SessionStore does, apart from its list.
import type { Todo } from '@slipstream/protocol';
import { describe, expect, it } from 'vitest';
import {
  answerId,
  at,
  beginTurn,
  finishTurn,
  newEntry,
  newMessage,
  newSession,
  sessionId,
  turnId,
} from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

export function describeSessions(openPlace: OpenPlace): void {
  describe('sessions', () => {
    const t = useStore(openPlace);

    it('stores a new session and gives it back whole', async () => {
      const session = {
        id: sessionId(1),
        title: 'A title',
        model: 'model-x',
        mode: 'plan',
        workspace: '/some/folder',
        pinned: false,
        archived: false,
        headId: null,
        messageCount: 0,
        createdAt: at(5),
        updatedAt: at(5),
        usage: { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 },
      };
      const { id, title, model, mode, workspace } = session;
      const created = await t.store.sessions.create({
        id,
        title,
        model,
        mode: 'plan',
        workspace,
        now: at(5),
      });
      expect(created).toEqual({ session, created: true });
      expect(mode).toBe('plan');
      expect(await t.store.sessions.get(id)).toEqual(session);
      await t.restart();
      expect(await t.store.sessions.get(id)).toEqual(session);
    });

    it('gives the existing session, unchanged, for an id that is taken', async () => {
      const first = await t.store.sessions.create(newSession(1));
      const second = await t.store.sessions.create(newSession(1, { title: 'Other', now: at(9) }));
      expect(second).toEqual({ session: first.session, created: false });
    });

    it('creates once when many ask at the same time', async () => {
      const asked = Array.from({ length: 20 }, (_, n) =>
        t.store.sessions.create(newSession(1, { title: `Title ${n}` })),
      );
      const answers = await Promise.all(asked);
      expect(answers.filter((answer) => answer.created)).toHaveLength(1);
      expect(new Set(answers.map((answer) => answer.session.title)).size).toBe(1);
    });

    it('has no session for an unknown id', async () => {
      expect(await t.store.sessions.get(sessionId(1))).toBeUndefined();
    });

    it.each([
      { title: 'New title' },
      { pinned: true },
      { archived: true },
      { model: 'model-b' },
      { mode: 'auto' as const },
      { title: 'New title', pinned: true, archived: true, model: 'model-b', mode: 'plan' as const },
      {},
    ])('changes exactly what is asked, and not the time of activity: %j', async (changes) => {
      const { session } = await t.store.sessions.create(newSession(1));
      const changed = await t.store.sessions.update(sessionId(1), changes);
      expect(changed).toEqual({ ...session, ...changes });
      expect(await t.store.sessions.get(sessionId(1))).toEqual(changed);
    });

    it('changes a title only if it still is the one that was seen', async () => {
      const { session } = await t.store.sessions.create(newSession(1, { title: 'First' }));
      const title = { from: 'First', to: 'Second' };
      expect(await t.store.sessions.retitle(sessionId(1), title)).toEqual({ ...session, title: 'Second' });
      expect(await t.store.sessions.retitle(sessionId(1), { from: 'First', to: 'Third' })).toBeUndefined();
      expect(await t.store.sessions.get(sessionId(1))).toEqual({ ...session, title: 'Second' });
      expect(await t.store.sessions.retitle(sessionId(2), title)).toBeUndefined();
    });

    it('takes changes back', async () => {
      const { session } = await t.store.sessions.create(newSession(1));
      await t.store.sessions.update(sessionId(1), { pinned: true, archived: true });
      expect(await t.store.sessions.update(sessionId(1), { pinned: false, archived: false })).toEqual(
        session,
      );
    });

    it('rejects changes of an unknown session with not_found', async () => {
      await expect(t.store.sessions.update(sessionId(1), { title: 'x' })).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(t.store.sessions.update(sessionId(1), {})).rejects.toMatchObject({ code: 'not_found' });
    });

    it('removes a session with all that is of it, and nothing else', async () => {
      await finishTurn(t.store, 1);
      await beginTurn(t.store, 2);
      await t.store.turns.startEntry(newEntry(1, { turnId: turnId(2) }));
      await t.store.turns.acceptMessage(newMessage(3));
      await finishTurn(t.store, 4, { session: newSession(2) });
      await t.store.turns.acceptMessage(newMessage(5, { session: newSession(2) }));

      expect(await t.store.sessions.delete(sessionId(1))).toBe(true);
      for (const restart of [false, true]) {
        if (restart) await t.restart();
        expect(await t.store.sessions.get(sessionId(1))).toBeUndefined();
        expect(await t.store.history.messages(sessionId(1), { limit: 10 })).toEqual({
          messages: [],
          nextCursor: null,
        });
        expect(await t.store.history.queue(sessionId(1))).toEqual([]);
        expect(await t.store.history.turn(sessionId(1), turnId(1))).toBeUndefined();
        expect(await t.store.history.turn(sessionId(1), turnId(2))).toBeUndefined();
        expect(await t.store.history.entries(turnId(2))).toEqual([]);
        const left = await t.store.history.messages(sessionId(2), { limit: 10 });
        expect(left.messages.map((message) => message.id)).toEqual([newMessage(4).messageId, answerId(4)]);
        expect(await t.store.history.queuedSessions()).toEqual([sessionId(2)]);
      }
      expect(await t.store.turns.recover(at(9), () => answerId(9))).toBe(0);
    });

    it('keeps what is to be done, which is no activity, until there is another list', async () => {
      const { session } = await t.store.sessions.create(newSession(1));
      expect(await t.store.sessions.todos(sessionId(1))).toEqual([]);
      const todos: Todo[] = [
        { text: 'Look “around”', status: 'done' },
        { text: '改', status: 'in_progress' },
      ];
      await t.store.sessions.setTodos(sessionId(1), todos);
      await t.restart();
      expect(await t.store.sessions.todos(sessionId(1))).toEqual(todos);
      expect(await t.store.sessions.get(sessionId(1))).toEqual(session);
      await t.store.sessions.setTodos(sessionId(1), []);
      expect(await t.store.sessions.todos(sessionId(1))).toEqual([]);
      await t.store.sessions.setTodos(sessionId(2), todos);
      expect(await t.store.sessions.todos(sessionId(2))).toEqual([]);
    });

    it('says when there was no session to remove', async () => {
      expect(await t.store.sessions.delete(sessionId(1))).toBe(false);
      await t.store.sessions.create(newSession(1));
      expect(await t.store.sessions.delete(sessionId(1))).toBe(true);
      expect(await t.store.sessions.delete(sessionId(1))).toBe(false);
    });

    it('remembers nothing of a removed session: its ids can be used again', async () => {
      await finishTurn(t.store, 1);
      await t.store.sessions.delete(sessionId(1));
      expect(await t.store.turns.acceptMessage(newMessage(1, { text: 'Another text' }))).toEqual({
        kind: 'accepted',
        created: true,
      });
      expect((await t.store.sessions.get(sessionId(1)))?.messageCount).toBe(0);
    });
  });
}
