// What every store does with images that tools gave: they stay while their turn's trace does, and nobody sends them.
import type { StoredAttachment } from '@slipstream/agent';
import { describe, expect, it } from 'vitest';
import { readAll } from '../read-all.ts';
import { at, beginTurn, entryId, id, messageId, newEntry, sessionId, turnEnd, turnId } from './records.ts';
import { removeMessage } from './remove-message.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

const image = (n: number, turn: number, with_: Partial<StoredAttachment> = {}): StoredAttachment => ({
  id: id('e', 100 + n),
  sessionId: sessionId(1),
  turnId: turnId(turn),
  name: 'image.png',
  mediaType: 'image/png',
  bytes: 3,
  sha256: `hash-${n}`,
  text: null,
  note: null,
  createdAt: at(n),
  ...with_,
});

export function describeToolImages(openPlace: OpenPlace): void {
  describe('images that tools gave', () => {
    const t = useStore(openPlace);
    const isThere = async (n: number) => (await t.store.attachments.get(id('e', 100 + n))) !== undefined;

    const work = async (...turns: number[]) => {
      for (const n of turns) {
        await beginTurn(t.store, n);
        await t.store.turns.startEntry(newEntry(n, { turnId: turnId(n) }));
        await t.store.attachments.add(image(n, n));
        await t.store.turns.finishTurn(turnEnd(n));
      }
    };

    it('are kept as they were, and not taken for something that was never sent', async () => {
      await work(1);
      const unsent = { ...image(2, 1), turnId: undefined };
      await t.store.attachments.add(unsent);
      expect(await t.store.attachments.removeUnsent(at(99))).toEqual(['hash-2']);
      await t.restart();
      expect(await t.store.attachments.get(id('e', 101))).toEqual(image(1, 1));
    });

    it('are asked for by their hashes: those that nothing has are named', async () => {
      await work(1);
      expect(await t.store.attachments.unused(['hash-9', 'hash-1', 'hash-8'])).toEqual(['hash-9', 'hash-8']);
      expect(await t.store.attachments.unused([])).toEqual([]);
    });

    it('go with the trace, and name the files that nothing has any more', async () => {
      await work(1, 2);
      await t.store.attachments.add(image(3, 1, { sha256: 'hash-2' }));
      await t.store.turns.recover(at(9), () => id('e', 999));
      const size = await t.store.traces.size();
      const removed = await t.store.traces.removeOldest({ before: undefined });
      expect(removed.turns).toBe(2);
      expect(removed.unusedFiles.sort()).toEqual(['hash-1', 'hash-2']);
      expect(await t.store.traces.size()).toBeLessThan(size);
      expect([await isThere(1), await isThere(2), await isThere(3)]).toEqual([false, false, false]);
      expect(await t.store.traces.removeOldest({ before: undefined })).toEqual({ turns: 0, unusedFiles: [] });
    });

    it('go with a removed message alone, but not a file that another one has', async () => {
      await work(1, 2);
      await t.store.attachments.add(image(3, 2, { sha256: 'hash-1' }));
      const { unusedFiles } = await removeMessage(t.store, sessionId(1), messageId(2));
      expect(unusedFiles).toEqual(['hash-2']);
      expect([await isThere(1), await isThere(2), await isThere(3)]).toEqual([true, false, false]);
    });

    it('come after what people sent in an archive, and are taken in with their turn', async () => {
      await work(1);
      const reading = await t.store.archive.read(sessionId(1));
      const { session } = reading;
      const attachments = [...reading.attachments];
      expect(attachments).toEqual([image(1, 1)]);
      const turns = await readAll(reading.turns());
      const messages = await readAll(reading.messages());
      await t.store.sessions.delete(sessionId(1));
      expect(await t.store.attachments.removeOf(sessionId(1))).toEqual(['hash-1']);
      await t.store.archive.add({ session, turns, messages, attachments });
      expect(await t.store.history.entries(turnId(1))).toMatchObject([{ id: entryId(1) }]);
      expect(await t.store.attachments.get(id('e', 101))).toEqual(image(1, 1));
    });
  });
}
