// What every store does when a message is accepted, begun, or taken out of the queue.
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

export function describeAccepting(openPlace: OpenPlace): void {
  describe('accepting messages', () => {
    const t = useStore(openPlace);
    const queue = () => t.store.history.queue(sessionId(1));
    const noUsage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 };

    it('makes the session with its first message, which waits in the queue and is not on record', async () => {
      const input = newMessage(1, { session: newSession(1, { now: at(3) }), now: at(4) });
      expect(await t.store.turns.acceptMessage(input)).toEqual({ kind: 'accepted', created: true });
      await t.restart();
      expect(await t.store.sessions.get(sessionId(1))).toMatchObject({
        title: 'Session 1',
        headId: null,
        messageCount: 0,
        createdAt: at(3),
      });
      expect(await queue()).toEqual([{ messageId: messageId(1), text: 'Question 1', turnId: turnId(1) }]);
      expect(await t.store.history.messages(sessionId(1), { limit: 9 })).toEqual({
        messages: [],
        nextCursor: null,
      });
      expect(await t.store.history.turn(sessionId(1), turnId(1))).toEqual({
        id: turnId(1),
        sessionId: sessionId(1),
        userMessageId: messageId(1),
        assistantMessageId: null,
        status: 'queued',
        model: 'model-a',
        mode: 'default',
        channel: 'web',
        steps: 0,
        usage: noUsage,
        startedAt: null,
        endedAt: null,
      });
    });

    it('adds to a session that exists without changing it', async () => {
      await t.store.sessions.create(newSession(1));
      const session = newSession(1, { title: 'Other', model: 'other', mode: 'auto', now: at(7) });
      expect(await t.store.turns.acceptMessage(newMessage(1, { session, now: at(8) }))).toEqual({
        kind: 'accepted',
        created: false,
      });
      expect(await t.store.sessions.get(sessionId(1))).toMatchObject({
        title: 'Session 1',
        model: 'model-a',
        mode: 'default',
        createdAt: at(0),
        updatedAt: at(8),
      });
    });

    it('answers the same message again with its turn and how far that is, and stores nothing', async () => {
      const again = () => t.store.turns.acceptMessage(newMessage(1, { turnId: turnId(99), now: at(50) }));
      const duplicate = (turnStatus: string) => ({ kind: 'duplicate', turnId: turnId(1), turnStatus });
      await t.store.turns.acceptMessage(newMessage(1));
      expect(await again()).toEqual(duplicate('queued'));
      await t.store.turns.beginTurn(turnId(1), at(1));
      expect(await again()).toEqual(duplicate('running'));
      await t.store.turns.finishTurn(turnEnd(1, { status: 'cancelled', now: at(2) }));
      expect(await again()).toEqual(duplicate('cancelled'));
      await t.restart();
      expect(await again()).toEqual(duplicate('cancelled'));
      expect(await queue()).toEqual([]);
      expect(await t.store.history.turn(sessionId(1), turnId(99))).toBeUndefined();
      expect(await t.store.sessions.get(sessionId(1))).toMatchObject({ updatedAt: at(2), messageCount: 2 });
    });

    it('reports a conflict for another text, another session, and the id of an answer', async () => {
      await finishTurn(t.store, 1);
      await t.store.turns.acceptMessage(newMessage(2));
      const conflict = { kind: 'conflict' };
      const attempt = (with_: object) =>
        t.store.turns.acceptMessage(newMessage(9, { now: at(50), ...with_ }));
      expect(await attempt({ messageId: messageId(1), text: 'question 1' })).toEqual(conflict);
      expect(await attempt({ messageId: messageId(2), text: 'Question 2 ' })).toEqual(conflict);
      const session = newSession(2);
      expect(await attempt({ messageId: messageId(1), text: 'Question 1', session })).toEqual(conflict);
      expect(await attempt({ messageId: messageId(2), text: 'Question 2', session })).toEqual(conflict);
      expect(await attempt({ messageId: answerId(1), text: 'Answer 1' })).toEqual(conflict);
      expect(await t.store.sessions.get(sessionId(2))).toBeUndefined();
      expect((await t.store.sessions.get(sessionId(1)))?.updatedAt).toBe(at(0));
      expect(await queue()).toHaveLength(1);
    });

    it('accepts one id once when 20 send it at the same time', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          t.store.turns.acceptMessage(newMessage(1, { turnId: turnId(n) })),
        ),
      );
      const accepted = answers.findIndex((answer) => answer.kind === 'accepted');
      const duplicate = { kind: 'duplicate', turnId: turnId(accepted), turnStatus: 'queued' };
      expect(answers).toEqual(
        answers.map((_, n) => (n === accepted ? { kind: 'accepted', created: true } : duplicate)),
      );
      expect(await queue()).toEqual([
        { messageId: messageId(1), text: 'Question 1', turnId: turnId(accepted) },
      ]);
    });

    it('accepts one of two texts for one id at the same time', async () => {
      const answers = await Promise.all(
        ['a', 'b'].map((text, n) => t.store.turns.acceptMessage(newMessage(1, { turnId: turnId(n), text }))),
      );
      expect(answers.map((answer) => answer.kind).sort()).toEqual(['accepted', 'conflict']);
      expect(await queue()).toHaveLength(1);
    });

    it('keeps the queue in the order of acceptance, not of ids or times', async () => {
      const order = [4, 1, 7, 3, 9, 2];
      await Promise.all(order.map((n) => t.store.turns.acceptMessage(newMessage(n, { now: at(100 - n) }))));
      expect((await queue()).map((waiting) => waiting.turnId)).toEqual(order.map(turnId));
      await t.restart();
      expect((await queue()).map((waiting) => waiting.turnId)).toEqual(order.map(turnId));
    });
  });

  describe('beginning turns', () => {
    const t = useStore(openPlace);

    it('puts the message under the head, makes it the head, and gives all as it is now', async () => {
      await t.store.turns.acceptMessage(newMessage(1, { now: at(1) }));
      const first = await t.store.turns.beginTurn(turnId(1), at(2));
      expect(first.message).toEqual({
        id: messageId(1),
        sessionId: sessionId(1),
        parentId: null,
        role: 'user',
        text: 'Question 1',
        attachments: [],
        turnId: turnId(1),
        status: 'completed',
        siblings: [messageId(1)],
        createdAt: at(1),
      });
      expect(first.turn).toMatchObject({ id: turnId(1), status: 'running', startedAt: at(2), endedAt: null });
      expect(first.session).toMatchObject({ headId: messageId(1), messageCount: 1, updatedAt: at(2) });
      expect(await t.store.history.queue(sessionId(1))).toEqual([]);
      expect(await t.store.history.turn(sessionId(1), turnId(1))).toEqual(first.turn);
      expect(await t.store.sessions.get(sessionId(1))).toEqual(first.session);
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages).toEqual([first.message]);
    });

    it('puts a message that waited under the answer that came meanwhile', async () => {
      await beginTurn(t.store, 1);
      await t.store.turns.acceptMessage(newMessage(2));
      await t.store.turns.finishTurn(turnEnd(1));
      const { message, session } = await t.store.turns.beginTurn(turnId(2), at(5));
      expect(message.parentId).toBe(answerId(1));
      expect(session).toMatchObject({ headId: messageId(2), messageCount: 3 });
    });

    it("runs on the message's own model and mode, else on its session's as they are by then", async () => {
      await t.store.turns.acceptMessage(newMessage(1, { model: 'own', mode: 'plan', channel: 'bot' }));
      await t.store.turns.acceptMessage(newMessage(2));
      await t.store.sessions.update(sessionId(1), { model: 'model-b', mode: 'auto' });
      const first = await t.store.turns.beginTurn(turnId(1), at(1));
      expect(first.turn).toMatchObject({ model: 'own', mode: 'plan', channel: 'bot' });
      await t.store.turns.finishTurn(turnEnd(1));
      await t.store.turns.beginTurn(turnId(2), at(1));
      await t.store.sessions.update(sessionId(1), { model: 'model-c', mode: 'default' });
      expect(await t.store.history.turn(sessionId(1), turnId(2))).toMatchObject({
        model: 'model-b',
        mode: 'auto',
      });
    });

    it('rejects with not_found what is not queued, and changes nothing', async () => {
      const rejected = { code: 'not_found' };
      await expect(t.store.turns.beginTurn(turnId(1), at(9))).rejects.toMatchObject(rejected);
      await beginTurn(t.store, 1);
      await expect(t.store.turns.beginTurn(turnId(1), at(9))).rejects.toMatchObject(rejected);
      const { session } = await t.store.turns.finishTurn(turnEnd(1));
      await expect(t.store.turns.beginTurn(turnId(1), at(9))).rejects.toMatchObject(rejected);
      expect(await t.store.sessions.get(sessionId(1))).toEqual(session);
    });

    it('begins a turn once when two ask at the same time', async () => {
      await t.store.turns.acceptMessage(newMessage(1));
      const answers = await Promise.allSettled([1, 2].map((n) => t.store.turns.beginTurn(turnId(1), at(n))));
      expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await t.store.sessions.get(sessionId(1)))?.messageCount).toBe(1);
    });
  });

  describe('taking messages out of the queue', () => {
    const t = useStore(openPlace);

    it('removes a queued turn and its message, and only that', async () => {
      for (const n of [1, 2, 3]) await t.store.turns.acceptMessage(newMessage(n));
      const session = await t.store.sessions.get(sessionId(1));
      expect(await t.store.turns.removeQueued(turnId(2))).toBe(true);
      expect(await t.store.turns.removeQueued(turnId(2))).toBe(false);
      const left = await t.store.history.queue(sessionId(1));
      expect(left.map((waiting) => waiting.turnId)).toEqual([turnId(1), turnId(3)]);
      expect(await t.store.history.turn(sessionId(1), turnId(2))).toBeUndefined();
      await expect(t.store.turns.beginTurn(turnId(2), at(1))).rejects.toMatchObject({ code: 'not_found' });
      expect(await t.store.sessions.get(sessionId(1))).toEqual(session);
    });

    it('accepts the message anew afterwards', async () => {
      await t.store.turns.acceptMessage(newMessage(1));
      await t.store.turns.removeQueued(turnId(1));
      const again = newMessage(1, { text: 'Better worded', turnId: turnId(2) });
      expect(await t.store.turns.acceptMessage(again)).toEqual({ kind: 'accepted', created: false });
    });

    it('leaves a turn that runs or has ended', async () => {
      expect(await t.store.turns.removeQueued(turnId(1))).toBe(false);
      await beginTurn(t.store, 1);
      expect(await t.store.turns.removeQueued(turnId(1))).toBe(false);
      await t.store.turns.finishTurn(turnEnd(1));
      expect(await t.store.turns.removeQueued(turnId(1))).toBe(false);
      expect((await t.store.history.messages(sessionId(1), { limit: 9 })).messages).toHaveLength(2);
    });
  });
}
