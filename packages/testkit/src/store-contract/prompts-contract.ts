// What every store does with the prompts of model calls: kept once whoever sent them, given back as they were, and gone
// with the last entry that had them.
import type { SentPrompt } from '@slipstream/agent';
import { describe, expect, it } from 'vitest';
import {
  beginTurn,
  entryId,
  messageId,
  newEntry,
  newSession,
  sessionId,
  turnEnd,
  turnId,
} from './records.ts';
import { removeMessage } from './remove-message.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

const counts = {
  ...{ messages: 4, summary: true, recalled: false, results: 2, shortened: 1, stepsFolded: false },
  tokens: 900,
};
const first = { messages: 0, summary: false, recalled: false, results: 0, shortened: 0, stepsFolded: false };

const prompt = (memory: string): SentPrompt => ({
  parts: [
    { name: 'role', text: 'You are a test. 你好 👋' },
    { name: 'memory', text: memory },
  ],
  counts,
});

export function describePrompts(openPlace: OpenPlace): void {
  describe('prompts of model calls', () => {
    const t = useStore(openPlace);
    const entryOf = (n: number, turn = 1) => ({ id: entryId(n), turnId: turnId(turn) });
    const addStep = (n: number, turn = 1) => t.store.turns.startEntry(newEntry(n, { turnId: turnId(turn) }));

    it('are given back as they were, in their order, also after a restart', async () => {
      await beginTurn(t.store, 1);
      await addStep(1);
      await t.store.prompts.keep(entryOf(1), prompt('Ada likes tea.'));
      expect(await t.store.prompts.get(entryId(1))).toEqual(prompt('Ada likes tea.'));
      await t.restart();
      expect(await t.store.prompts.get(entryId(1))).toEqual(prompt('Ada likes tea.'));
    });

    it('are one for many calls, each with its own numbers', async () => {
      await beginTurn(t.store, 1);
      const { parts } = prompt('x');
      for (const n of [1, 2, 3]) {
        await addStep(n);
        await t.store.prompts.keep(entryOf(n), { parts, counts: n === 1 ? first : counts });
      }
      await t.restart();
      await addStep(4);
      await t.store.prompts.keep(entryOf(4), prompt('x'));
      expect(await t.store.prompts.get(entryId(1))).toEqual({ parts, counts: first });
      expect(await t.store.prompts.get(entryId(3))).toEqual({ parts, counts });
      expect(await t.store.prompts.get(entryId(4))).toEqual({ parts, counts });
    });

    it('are told apart by their names and their order, also where the texts are the same', async () => {
      await beginTurn(t.store, 1);
      const variants = [
        [
          ['a', '1'],
          ['b', '2'],
        ],
        [
          ['b', '1'],
          ['a', '2'],
        ],
        [
          ['a', '2'],
          ['b', '1'],
        ],
        [['a', '12']],
        [
          ['a', ''],
          ['b', ''],
        ],
        [],
      ].map((pairs) => pairs.map(([name = '', text = '']) => ({ name, text })));
      for (const [index, parts] of variants.entries()) {
        await addStep(index + 1);
        await t.store.prompts.keep(entryOf(index + 1), { parts, counts });
      }
      for (const [index, parts] of variants.entries())
        expect(await t.store.prompts.get(entryId(index + 1))).toEqual({ parts, counts });
    });

    it('stay when their call ends, and change nothing of the entry', async () => {
      await beginTurn(t.store, 1);
      await addStep(1);
      const [before] = await t.store.history.entries(turnId(1));
      await t.store.prompts.keep(entryOf(1), prompt('x'));
      expect(await t.store.history.entries(turnId(1))).toEqual([before]);
      const end = { status: 'ok', output: { text: 'hi' }, durationMs: 1 } as const;
      await t.store.turns.endEntry({ ...entryOf(1), ...end });
      expect(await t.store.prompts.get(entryId(1))).toEqual(prompt('x'));
    });

    it('are undefined where nothing was kept, and refused for an entry that is not there', async () => {
      await beginTurn(t.store, 1);
      await addStep(1);
      expect(await t.store.prompts.get(entryId(1))).toBeUndefined();
      expect(await t.store.prompts.get(entryId(9))).toBeUndefined();
      const storage = { code: 'storage' };
      await expect(t.store.prompts.keep(entryOf(9), prompt('x'))).rejects.toMatchObject(storage);
      await expect(t.store.prompts.keep(entryOf(1, 2), prompt('x'))).rejects.toMatchObject(storage);
    });

    it('go with their session, but not those that another session has too', async () => {
      await beginTurn(t.store, 1);
      await beginTurn(t.store, 2, { session: newSession(2) });
      await addStep(1);
      await addStep(2, 2);
      await addStep(3, 2);
      await t.store.prompts.keep(entryOf(1), prompt('shared'));
      await t.store.prompts.keep(entryOf(2, 2), prompt('shared'));
      await t.store.prompts.keep(entryOf(3, 2), prompt('of the second alone'));
      const size = await t.store.traces.size();
      await t.store.sessions.delete(sessionId(2));
      expect(await t.store.prompts.get(entryId(1))).toEqual(prompt('shared'));
      expect(await t.store.prompts.get(entryId(2))).toBeUndefined();
      expect(await t.store.traces.size()).toBeLessThan(size);
      await t.store.sessions.delete(sessionId(1));
      expect(await t.store.traces.size()).toBe(0);
    });

    it('go with a removed message, and with the traces of old turns', async () => {
      for (const n of [1, 2]) {
        await beginTurn(t.store, n);
        await addStep(n, n);
        await t.store.prompts.keep(entryOf(n, n), prompt(`of turn ${n}`));
        await t.store.turns.finishTurn(turnEnd(n));
      }
      const both = await t.store.traces.size();
      await removeMessage(t.store, sessionId(1), messageId(2));
      expect(await t.store.prompts.get(entryId(2))).toBeUndefined();
      expect(await t.store.prompts.get(entryId(1))).toEqual(prompt('of turn 1'));
      expect(await t.store.traces.size()).toBeLessThan(both);
      await t.store.traces.removeOldest({ before: undefined });
      expect(await t.store.prompts.get(entryId(1))).toBeUndefined();
      expect(await t.store.traces.size()).toBe(0);
    });
  });
}
