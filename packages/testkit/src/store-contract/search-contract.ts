// What every store finds: titles, messages and the work behind them, in any script, from any query.
import { describe, expect, it } from 'vitest';
import {
  answerId,
  at,
  beginTurn,
  entryId,
  messageId,
  newEntry,
  newMessage,
  newSession,
  sessionId,
  turnEnd,
  turnId,
} from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

export function describeSearch(openPlace: OpenPlace): void {
  describe('searching', () => {
    const t = useStore(openPlace);
    const find = (q: string, limit = 30) => t.store.search.find({ q, limit });
    const messages = async (q: string) =>
      (await find(q)).filter((hit) => hit.kind === 'message').map((hit) => hit.messageId);
    const say = async (n: number, question: string, answer = `Answer ${n}`) => {
      await beginTurn(t.store, n, { text: question });
      await t.store.turns.finishTurn(turnEnd(n, { text: answer }));
    };

    it('finds words by their beginnings, in any case, the newest first', async () => {
      await say(1, 'Rename the Slipstream folder', 'Done.');
      await say(2, 'Where is SLIPSTREAM?', 'In the folder.');
      expect(await messages('slip')).toEqual([messageId(2), messageId(1)]);
      expect(await messages('folder SLIPSTREAM')).toEqual([messageId(1)]);
      expect(await messages('stream')).toEqual([messageId(2), messageId(1)]);
      expect(await messages('nowhere')).toEqual([]);
      expect((await find('slip', 1)).map((hit) => hit.messageId)).toEqual([messageId(2)]);
    });

    it('finds Chinese, also one and two characters, and longer pieces only as they stand', async () => {
      await say(1, '请把中文搜索做好', '好的，已经完成。');
      await say(2, '搜中索文', 'GPT模型很好用');
      for (const q of ['中', '文', '好', '请', '搜索', '中文', '文搜', '中文搜索', '把中文搜索做好'])
        expect(await messages(q), q).toContain(messageId(1));
      expect(await messages('中文')).toEqual([messageId(1)]);
      expect(await messages('文搜索')).toEqual([messageId(1)]);
      expect(await messages('搜文')).toEqual([]);
      for (const q of ['gpt模型', 'GPT模', '模型很', '用'])
        expect(await messages(q), q).toEqual([answerId(2)]);
    });

    it('takes in a text of hundreds of thousands of characters without a space', async () => {
      await say(1, 'Write a book.', `${'长'.repeat(400_000)}完`);
      expect(await messages('长完')).toEqual([answerId(1)]);
      await t.store.sessions.delete(sessionId(1));
      expect(await messages('长')).toEqual([]);
    });

    it('finds titles, arguments and results, and tells them apart', async () => {
      await t.store.sessions.create(newSession(1, { title: 'Rivers of Europe' }));
      await beginTurn(t.store, 1, { text: 'go' });
      const tool = newEntry(1, {
        kind: 'tool',
        name: 'bash',
        input: { args: { command: 'grep -r\nrivers .' } },
      });
      await t.store.turns.startEntry(tool);
      await t.store.turns.endEntry({
        id: entryId(1),
        turnId: turnId(1),
        status: 'ok',
        output: { text: 'rivers.txt: the Danube', truncated: false, bytes: 20 },
        durationMs: 1,
      });
      await t.store.turns.startEntry(newEntry(2));
      await t.store.turns.endEntry({
        id: entryId(2),
        turnId: turnId(1),
        status: 'ok',
        output: { text: 'a step that speaks of rivers' },
        durationMs: 1,
      });
      await t.store.turns.finishTurn(turnEnd(1));
      expect(await find('rivers')).toMatchObject([
        {
          kind: 'result',
          tool: 'bash',
          messageId: answerId(1),
          turnId: turnId(1),
          title: 'Rivers of Europe',
        },
        {
          kind: 'arguments',
          tool: 'bash',
          messageId: answerId(1),
          snippet: 'grep -r rivers .',
          marks: [[8, 14]],
        },
        { kind: 'title', messageId: null, sessionId: sessionId(1), snippet: 'Rivers of Europe' },
      ]);
    });

    it('shows the piece of the text around what was found', async () => {
      await say(1, `${'word '.repeat(200)}the needle ${'more '.repeat(200)}`);
      const [hit] = await find('needle');
      const [mark] = hit?.marks ?? [];
      expect(hit?.snippet.slice(...(mark ?? [0, 0]))).toBe('needle');
      expect(hit?.snippet.length).toBeLessThan(210);
      expect(hit?.snippet).toMatch(/^….*…$/);
    });

    it('follows a title that changes', async () => {
      await t.store.sessions.create(newSession(1, { title: 'Before' }));
      await t.store.sessions.update(sessionId(1), { title: 'Afterwards' });
      expect(await find('before')).toEqual([]);
      expect(await find('afterwards')).toHaveLength(1);
      await t.store.sessions.retitle(sessionId(1), { from: 'Other', to: 'Never' });
      expect(await find('never')).toEqual([]);
      await t.restart();
      expect(await find('afterwards')).toHaveLength(1);
    });

    it('takes any text as a query', async () => {
      await say(1, `quotes " and 'more', a-b, x:y, secret:token, 100% -> done_it`);
      for (const q of [
        '',
        ' ',
        '"',
        "'",
        '*',
        '-',
        'NEAR(',
        'AND',
        'OR NOT',
        'a-b',
        "don't",
        'secret:token',
        '(',
        ')',
        '^',
        '{a b}:',
        '\u0000',
        '\ud800',
        'x'.repeat(10_000),
        '中'.repeat(10_000),
        '" OR "',
        'tokens:quotes',
        '%',
        '_',
        '\\',
      ])
        await expect(find(q), q.slice(0, 20)).resolves.toBeInstanceOf(Array);
      for (const q of ['a-b', 'x:y', '->', '100%', 'done_it', '"'])
        expect(await messages(q), q).toEqual([messageId(1)]);
      expect(await messages('%%')).toEqual([]);
    });

    it('finds nothing of a deleted session, nor of a message that waits', async () => {
      await say(1, 'a canary sings', 'It does.');
      await t.store.turns.startEntry(newEntry(1, { kind: 'tool', input: { args: { bird: 'canary' } } }));
      await say(2, 'elsewhere', 'x').catch(() => undefined);
      const other = newMessage(3, { session: newSession(2), text: 'canary too', now: at(3) });
      await t.store.turns.acceptMessage(other);
      expect(await messages('canary')).toEqual([messageId(1)]);
      await t.store.sessions.delete(sessionId(1));
      expect(await find('canary')).toEqual([]);
      expect(await find('Session')).toMatchObject([{ sessionId: sessionId(2), kind: 'title' }]);
    });
  });
}
