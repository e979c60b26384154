// What every store does with branches: messages placed elsewhere, answered again, switched between; and with what
// waits: put first, changed, joined to a running turn.
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

const session = sessionId(1);
const notFound = { code: 'not_found' };

export function describeBranches(openPlace: OpenPlace): void {
  describe('branches', () => {
    const t = useStore(openPlace);
    const shown = async () =>
      (await t.store.history.messages(session, { limit: 20 })).messages.map((each) => each.id);
    const regenerate = (message: string, turn: number, with_ = {}) =>
      t.store.turns.acceptRegeneration({
        sessionId: session,
        messageId: message,
        turnId: turnId(turn),
        channel: 'web',
        now: at(5),
        ...with_,
      });

    it('puts a message under the one it was sent to, at the root too', async () => {
      for (const n of [1, 2]) await finishTurn(t.store, n);
      await finishTurn(t.store, 3, { parentId: answerId(1) });
      expect(await shown()).toEqual([messageId(1), answerId(1), messageId(3), answerId(3)]);
      await t.restart();
      await finishTurn(t.store, 4, { parentId: null });
      expect(await shown()).toEqual([messageId(4), answerId(4)]);
      const { messages } = await t.store.history.messages(session, { limit: 20 });
      expect(messages[0]).toMatchObject({ parentId: null, siblings: [messageId(1), messageId(4)] });
    });

    it('refuses a parent that is not on record in the session, and stores nothing', async () => {
      await finishTurn(t.store, 1);
      await finishTurn(t.store, 2, { session: newSession(2) }).catch(() => undefined);
      for (const parentId of [messageId(77), messageId(2)])
        await expect(t.store.turns.acceptMessage(newMessage(3, { parentId }))).rejects.toMatchObject(
          notFound,
        );
      expect(await t.store.history.queue(session)).toEqual([]);
    });

    it('answers a message again beside the first answer, once per turn id', async () => {
      await finishTurn(t.store, 1);
      const { accepted, message } = await regenerate(answerId(1), 8);
      expect(accepted).toEqual({ kind: 'accepted', created: false });
      expect(message.id).toBe(messageId(1));
      await t.restart();
      expect(await t.store.history.queue(session)).toEqual([
        { messageId: messageId(1), text: 'Question 1', turnId: turnId(8) },
      ]);
      expect((await regenerate(answerId(1), 8)).accepted).toMatchObject({
        kind: 'duplicate',
        turnStatus: 'queued',
      });
      const begun = await t.store.turns.beginTurn(turnId(8), at(6));
      expect(begun).toMatchObject({
        turn: { userMessageId: messageId(1) },
        message: { id: messageId(1), parentId: null },
        session: { headId: messageId(1), messageCount: 2 },
      });
      await t.store.turns.finishTurn(turnEnd(8));
      const { messages } = await t.store.history.messages(session, { limit: 9 });
      expect(messages.map(({ id, siblings }) => ({ id, siblings }))).toEqual([
        { id: messageId(1), siblings: [messageId(1)] },
        { id: answerId(8), siblings: [answerId(1), answerId(8)] },
      ]);
      expect((await regenerate(answerId(1), 8)).accepted).toMatchObject({
        kind: 'duplicate',
        turnStatus: 'completed',
      });
    });

    it('refuses to answer what is not there, and a turn id that means something else', async () => {
      await finishTurn(t.store, 1);
      await expect(regenerate(messageId(9), 8)).rejects.toMatchObject(notFound);
      await expect(regenerate(answerId(1), 8, { sessionId: sessionId(2) })).rejects.toMatchObject(notFound);
      expect((await regenerate(messageId(1), 1)).accepted).toEqual({ kind: 'conflict' });
      await regenerate(messageId(1), 8);
      const taken = newMessage(2, { messageId: turnId(8) });
      expect(await t.store.turns.acceptMessage(taken)).toEqual({ kind: 'conflict' });
    });

    it('switches to a message, or to the newest end of what lies under it', async () => {
      for (const n of [1, 2]) await finishTurn(t.store, n);
      await finishTurn(t.store, 3, { parentId: answerId(1) });
      const move = (id: string, newest: boolean) =>
        t.store.sessions.moveHead(session, { messageId: id, newest });
      expect(await move(messageId(2), true)).toMatchObject({ headId: answerId(2) });
      expect(await shown()).toEqual([messageId(1), answerId(1), messageId(2), answerId(2)]);
      expect(await move(messageId(2), false)).toMatchObject({ headId: messageId(2) });
      expect(await move(messageId(1), true)).toMatchObject({ headId: answerId(3) });
      await t.restart();
      expect(await t.store.sessions.get(session)).toMatchObject({ headId: answerId(3) });
      for (const newest of [true, false])
        await expect(move(messageId(9), newest)).rejects.toMatchObject(notFound);
      await beginTurn(t.store, 5);
      await expect(move(answerId(2), false)).rejects.toMatchObject({ code: 'busy' });
    });
  });

  describe('what waits', () => {
    const t = useStore(openPlace);
    const waiting = async () => (await t.store.history.queue(session)).map((each) => each.text);

    it('is put before the others where that is asked, the last one that asked first', async () => {
      for (const n of [1, 2]) await t.store.turns.acceptMessage(newMessage(n));
      await t.store.turns.acceptMessage(newMessage(3, { first: true }));
      await t.store.turns.acceptMessage(newMessage(4, { first: true }));
      await t.restart();
      expect(await waiting()).toEqual(['Question 4', 'Question 3', 'Question 1', 'Question 2']);
    });

    it('is changed until it begins, and is still the same message to whoever sends it again', async () => {
      await t.store.turns.acceptMessage(newMessage(1));
      expect(await t.store.turns.editQueued(turnId(1), 'Better')).toBe(true);
      expect(await t.store.turns.editQueued(turnId(1), 'Best')).toBe(true);
      await t.restart();
      expect(await waiting()).toEqual(['Best']);
      const again = () => t.store.turns.acceptMessage(newMessage(1, { turnId: turnId(9) }));
      expect(await again()).toMatchObject({ kind: 'duplicate', turnId: turnId(1) });
      const { message } = await t.store.turns.beginTurn(turnId(1), at(1));
      expect(message.text).toBe('Best');
      expect(await t.store.turns.editQueued(turnId(1), 'Late')).toBe(false);
      expect(await again()).toMatchObject({ kind: 'duplicate', turnStatus: 'running' });
    });

    it('joins a running turn, whose answer goes under it', async () => {
      await beginTurn(t.store, 1);
      await t.store.turns.acceptMessage(newMessage(2));
      const joined = await t.store.turns.joinTurn(turnId(2), turnId(1), at(2));
      expect(joined).toMatchObject({
        message: { id: messageId(2), parentId: messageId(1), turnId: turnId(1), role: 'user' },
        session: { headId: messageId(2), messageCount: 2 },
      });
      expect(await waiting()).toEqual([]);
      await t.restart();
      expect(await t.store.turns.acceptMessage(newMessage(2, { turnId: turnId(9) }))).toEqual({
        kind: 'duplicate',
        turnId: turnId(1),
        turnStatus: 'running',
      });
      expect(await t.store.turns.acceptMessage(newMessage(2, { text: 'Other' }))).toEqual({
        kind: 'conflict',
      });
      const end = await t.store.turns.finishTurn(turnEnd(1));
      expect(end.message).toMatchObject({ parentId: messageId(2) });
      await t.store.turns.acceptMessage(newMessage(3));
      await expect(t.store.turns.joinTurn(turnId(3), turnId(1), at(3))).rejects.toMatchObject(notFound);
      expect(await waiting()).toEqual(['Question 3']);
    });

    it('that joined keeps its place when the server dies', async () => {
      await beginTurn(t.store, 1);
      await t.store.turns.acceptMessage(newMessage(2));
      await t.store.turns.joinTurn(turnId(2), turnId(1), at(2));
      await t.restart();
      expect(await t.store.turns.recover(at(9), () => answerId(9))).toBe(1);
      const { messages } = await t.store.history.messages(session, { limit: 9 });
      expect(messages.map((each) => each.id)).toEqual([messageId(1), messageId(2), answerId(9)]);
    });
  });
}
