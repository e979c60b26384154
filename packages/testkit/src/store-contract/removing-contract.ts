// What every store does when a message is removed: it goes with all that follows, on every branch, also over a restart.
import { describe, expect, it } from 'vitest';
import { answerId, beginTurn, finishTurn, messageId, newMessage, sessionId, turnId } from './records.ts';
import { removeMessage } from './remove-message.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

const session = sessionId(1);

export function describeRemoving(openPlace: OpenPlace): void {
  describe('removing messages', () => {
    const t = useStore(openPlace);
    const remove = (id: string) => removeMessage(t.store, session, id);
    const shown = async () =>
      (await t.store.history.messages(session, { limit: 20 })).messages.map((each) => each.id);

    it('takes a message with all that follows it', async () => {
      for (const n of [1, 2, 3]) await finishTurn(t.store, n);
      const { session: left } = await remove(messageId(2));
      expect(left).toMatchObject({ headId: answerId(1), messageCount: 2, lastTurn: { turnId: turnId(1) } });
      await t.restart();
      expect(await shown()).toEqual([messageId(1), answerId(1)]);
      for (const n of [2, 3]) expect(await t.store.history.turn(session, turnId(n))).toBeUndefined();
    });

    it('shows the newest other version, and counts it as the only one', async () => {
      await finishTurn(t.store, 1);
      await finishTurn(t.store, 2, { parentId: null });
      await remove(messageId(2));
      expect(await shown()).toEqual([messageId(1), answerId(1)]);
      const { messages } = await t.store.history.messages(session, { limit: 20 });
      expect(messages[0]?.siblings).toEqual([messageId(1)]);
    });

    it('keeps a question whose answer is removed, and knows it when it is sent again', async () => {
      await finishTurn(t.store, 1);
      await remove(answerId(1));
      expect(await shown()).toEqual([messageId(1)]);
      expect(await t.store.turns.acceptMessage(newMessage(1))).toMatchObject({ kind: 'duplicate' });
    });

    it('is refused while a turn runs or waits, and for what is not there', async () => {
      await finishTurn(t.store, 1);
      await expect(remove(messageId(9))).rejects.toMatchObject({ code: 'not_found' });
      await t.store.turns.acceptMessage(newMessage(2));
      await expect(remove(messageId(1))).rejects.toMatchObject({ code: 'busy' });
      await beginTurn(t.store, 3);
      await expect(remove(messageId(1))).rejects.toMatchObject({ code: 'busy' });
    });
  });
}
