// What every store does with what older messages were folded into.
import type { NewSummary } from '@slipstream/agent';
import { describe, expect, it } from 'vitest';
import { answerId, at, finishTurn, id, messageId, sessionId } from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

const summary = (n: number, throughId: string): NewSummary => ({
  id: id('e', 100 + n),
  sessionId: sessionId(1),
  throughId,
  text: `Summary ${n} of 成都 👩‍💻`,
  messages: 2 * n,
  beforeTokens: 1000 * n,
  afterTokens: 100 * n,
  now: at(n),
});

export function describeSummaries(openPlace: OpenPlace): void {
  describe('summaries', () => {
    const t = useStore(openPlace);
    const current = async () => (await t.store.sessions.get(sessionId(1)))?.compaction;

    it('keeps them beside the messages, the newest being the session’s', async () => {
      await finishTurn(t.store, 1);
      await finishTurn(t.store, 2);
      expect(await current()).toBeUndefined();
      await t.store.summaries.add(summary(1, answerId(1)));
      const session = await t.store.summaries.add(summary(2, answerId(2)));
      expect(session.compaction).toEqual({
        id: id('e', 102),
        throughId: answerId(2),
        messages: 4,
        beforeTokens: 2000,
        afterTokens: 200,
      });
      await t.restart();
      expect(await current()).toEqual(session.compaction);
      const list = await t.store.summaries.list(sessionId(1));
      expect(list.map((each) => [each.id, each.summary, each.createdAt, each.undone])).toEqual([
        [id('e', 102), 'Summary 2 of 成都 👩‍💻', at(2), false],
        [id('e', 101), 'Summary 1 of 成都 👩‍💻', at(1), false],
      ]);
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages.map((message) => message.id)).toEqual([
        messageId(1),
        answerId(1),
        messageId(2),
        answerId(2),
      ]);
    });

    it('takes back the newest that counts, and nothing else, once', async () => {
      await finishTurn(t.store, 1);
      await t.store.summaries.add(summary(1, messageId(1)));
      await t.store.summaries.add(summary(2, answerId(1)));
      expect((await t.store.summaries.undo(sessionId(1), id('e', 101))).undone).toBe(false);
      expect((await t.store.summaries.undo(sessionId(2), id('e', 102)).catch(() => null))?.undone).not.toBe(
        true,
      );
      const { undone, session } = await t.store.summaries.undo(sessionId(1), id('e', 102));
      expect([undone, session.compaction?.id]).toEqual([true, id('e', 101)]);
      expect((await t.store.summaries.undo(sessionId(1), id('e', 102))).undone).toBe(false);
      expect((await t.store.summaries.undo(sessionId(1), id('e', 101))).session.compaction).toBeUndefined();
      await t.restart();
      const list = await t.store.summaries.list(sessionId(1));
      expect(list.map((each) => each.undone)).toEqual([true, true]);
    });

    it('rejects one of a session that is not there, and forgets them with their session', async () => {
      await expect(t.store.summaries.add(summary(1, messageId(1)))).rejects.toMatchObject({
        code: 'not_found',
      });
      await finishTurn(t.store, 1);
      await t.store.summaries.add(summary(1, answerId(1)));
      await t.store.sessions.delete(sessionId(1));
      expect(await t.store.summaries.list(sessionId(1))).toEqual([]);
    });
  });
}
