// What every store does when a turn ends, and with the text that is kept while it runs.
import { TurnStatus } from '@slipstream/protocol';
import { describe, expect, it } from 'vitest';
import {
  answerId,
  at,
  beginTurn,
  finishTurn,
  messageId,
  newEntry,
  newMessage,
  newSession,
  sessionId,
  turnEnd,
  turnId,
  usage,
} from './records.ts';
import { type OpenPlace, useStore } from './store-under-test.ts';

export function describeFinishing(openPlace: OpenPlace): void {
  describe('finishing turns', () => {
    const t = useStore(openPlace);
    const snapshot = async () => ({
      session: await t.store.sessions.get(sessionId(1)),
      turn: await t.store.history.turn(sessionId(1), turnId(1)),
      messages: await t.store.history.messages(sessionId(1), { limit: 9 }),
    });

    it('stores the answer as the head, the end of the turn and the sums, and gives them back', async () => {
      await beginTurn(t.store, 1);
      const { message, session } = await t.store.turns.finishTurn(turnEnd(1, { now: at(9) }));
      expect(message).toEqual({
        id: answerId(1),
        sessionId: sessionId(1),
        parentId: messageId(1),
        role: 'assistant',
        text: 'Answer 1',
        attachments: [],
        turnId: turnId(1),
        status: 'completed',
        model: 'model-a',
        usage,
        siblings: [answerId(1)],
        trace: { steps: 2, tools: 1, agents: 0, durationMs: 1500 },
        createdAt: at(9),
      });
      expect(session).toMatchObject({
        headId: answerId(1),
        messageCount: 2,
        updatedAt: at(9),
        lastTurn: { turnId: turnId(1), status: 'completed' },
        usage,
      });
      await t.restart();
      const stored = await snapshot();
      expect(stored.session).toEqual(session);
      expect(stored.messages.messages[1]).toEqual(message);
      expect(stored.turn).toEqual({
        id: turnId(1),
        sessionId: sessionId(1),
        userMessageId: messageId(1),
        assistantMessageId: answerId(1),
        status: 'completed',
        model: 'model-a',
        mode: 'default',
        channel: 'web',
        steps: 2,
        usage,
        startedAt: at(0),
        endedAt: at(9),
      });
    });

    it.each(TurnStatus.options)('stores the status %s on message, turn and session', async (status) => {
      await beginTurn(t.store, 1);
      const error = { kind: 'server', message: 'overloaded · 过载', retryable: true } as const;
      const { message, session } = await t.store.turns.finishTurn(turnEnd(1, { status, error, text: '' }));
      expect(message).toMatchObject({ status, error, text: '' });
      expect(session.lastTurn).toEqual({ turnId: turnId(1), status });
      expect((await snapshot()).turn).toMatchObject({ status, error });
    });

    it('adds up the usage of a session, and its last turn is the last that ended', async () => {
      for (const n of [1, 2]) await finishTurn(t.store, n);
      await beginTurn(t.store, 3);
      expect(await t.store.sessions.get(sessionId(1))).toMatchObject({
        messageCount: 5,
        headId: messageId(3),
        lastTurn: { turnId: turnId(2), status: 'completed' },
        usage: { inputTokens: 200, outputTokens: 40, reasoningTokens: 10, cachedTokens: 120 },
      });
    });

    it('keeps what is known of the cost on message and turn, and its sum on the session', async () => {
      await finishTurn(t.store, 1);
      expect(await t.store.sessions.get(sessionId(1))).not.toHaveProperty('costUsd');
      expect(await t.store.sessions.get(sessionId(1))).not.toHaveProperty('usageEstimated');
      await beginTurn(t.store, 2);
      const end = turnEnd(2, { costUsd: 0.25, usageEstimated: true });
      const { message, session } = await t.store.turns.finishTurn(end);
      expect(message).toMatchObject({ costUsd: 0.25, usageEstimated: true });
      expect(session.costUsd).toBe(0.25);
      expect(await t.store.history.turn(sessionId(1), turnId(2))).toMatchObject({ costUsd: 0.25 });
      await finishTurn(t.store, 3);
      await beginTurn(t.store, 4);
      await t.store.turns.finishTurn(turnEnd(4, { costUsd: 0.5, usageEstimated: false }));
      await t.restart();
      expect(await t.store.sessions.get(sessionId(1))).toMatchObject({ costUsd: 0.75, usageEstimated: true });
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      const answers = messages.filter(({ role }) => role === 'assistant');
      expect(answers.map(({ costUsd }) => costUsd)).toEqual([undefined, 0.25, undefined, 0.5]);
      expect(answers.map(({ usageEstimated }) => usageEstimated)).toEqual([
        undefined,
        true,
        undefined,
        undefined,
      ]);
    });

    it('leaves the answer of a turn that was overtaken under its own question', async () => {
      await beginTurn(t.store, 1);
      await beginTurn(t.store, 2);
      const { message, session } = await t.store.turns.finishTurn(turnEnd(1));
      expect(message.parentId).toBe(messageId(1));
      expect(session.headId).toBe(answerId(1));
    });

    it('ends a turn once, and only one that runs, in its own session', async () => {
      const storage = { code: 'storage' };
      await expect(t.store.turns.finishTurn(turnEnd(1))).rejects.toMatchObject(storage);
      await t.store.turns.acceptMessage(newMessage(1));
      await expect(t.store.turns.finishTurn(turnEnd(1))).rejects.toMatchObject(storage);
      await t.store.turns.beginTurn(turnId(1), at(0));
      await t.store.sessions.create(newSession(2));
      const elsewhere = turnEnd(1, { sessionId: sessionId(2) });
      await expect(t.store.turns.finishTurn(elsewhere)).rejects.toMatchObject(storage);
      await t.store.turns.finishTurn(turnEnd(1));
      const ended = await snapshot();
      const again = turnEnd(1, { messageId: answerId(2), status: 'failed', now: at(9) });
      await expect(t.store.turns.finishTurn(again)).rejects.toMatchObject(storage);
      expect(await snapshot()).toEqual(ended);
    });

    it('stores nothing of an end that cannot be stored whole', async () => {
      await finishTurn(t.store, 2);
      await beginTurn(t.store, 1);
      const before = await snapshot();
      const clash = turnEnd(1, { messageId: answerId(2), now: at(9) });
      await expect(t.store.turns.finishTurn(clash)).rejects.toMatchObject({ code: 'storage' });
      expect(await snapshot()).toEqual(before);
      await t.store.turns.finishTurn(turnEnd(1));
      expect((await snapshot()).session).toMatchObject({ headId: answerId(1), messageCount: 4 });
    });
  });

  describe('keeping the text of a running turn', () => {
    const t = useStore(openPlace);

    it('shows it nowhere while the turn runs, and drops it at the end', async () => {
      await beginTurn(t.store, 1);
      await t.store.turns.checkpoint(turnId(1), 'so far');
      expect((await t.store.history.messages(sessionId(1), { limit: 9 })).messages).toHaveLength(1);
      await t.store.turns.finishTurn(turnEnd(1, { text: 'final' }));
      expect(await t.store.turns.recover(at(1), () => answerId(9))).toBe(0);
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages.map((message) => message.text)).toEqual(['Question 1', 'final']);
    });

    it('keeps it for running turns only', async () => {
      const attempt = () => t.store.turns.checkpoint(turnId(1), 'x');
      await expect(attempt()).rejects.toMatchObject({ code: 'storage' });
      await t.store.turns.acceptMessage(newMessage(1));
      await expect(attempt()).rejects.toMatchObject({ code: 'storage' });
      await t.store.turns.beginTurn(turnId(1), at(0));
      await attempt();
      await t.store.turns.finishTurn(turnEnd(1));
      await expect(attempt()).rejects.toMatchObject({ code: 'storage' });
    });
  });

  describe('texts', () => {
    const t = useStore(openPlace);
    const odd = `naïve Ωmega 中文，かな 한국어 🧑‍🚀 \u202Eright to left\u202C "quotes" 'single' \\ % _ \r\n\t <b>&amp;</b> \uFEFF`;

    it.each([
      ['any script', odd],
      ['1 MB', '字🙂x'.repeat(100_000)],
      ['nothing but space', ' \n '],
    ])('come back as they were: %s', async (_, text) => {
      await t.store.turns.acceptMessage(newMessage(1, { session: newSession(1, { title: odd }), text }));
      expect((await t.store.history.queue(sessionId(1)))[0]?.text).toBe(text);
      expect((await t.store.turns.beginTurn(turnId(1), at(0))).message.text).toBe(text);
      await t.store.turns.startEntry(newEntry(1, { name: odd, input: { [odd]: text } }));
      await t.store.turns.checkpoint(turnId(1), text);
      const { message } = await t.store.turns.finishTurn(turnEnd(1, { text }));
      expect(message.text).toBe(text);
      await t.restart();
      const { messages } = await t.store.history.messages(sessionId(1), { limit: 9 });
      expect(messages.map((stored) => stored.text === text)).toEqual([true, true]);
      expect((await t.store.sessions.get(sessionId(1)))?.title).toBe(odd);
      expect((await t.store.history.entries(turnId(1)))[0]).toMatchObject({
        name: odd,
        input: { [odd]: text },
      });
    });

    it('with half a surrogate pair are stored without it, and are still the same message', async () => {
      const text = 'half \uD83D a pair';
      await t.store.turns.acceptMessage(newMessage(1, { text }));
      expect(await t.store.turns.acceptMessage(newMessage(1, { text }))).toMatchObject({ kind: 'duplicate' });
      expect((await t.store.history.queue(sessionId(1)))[0]?.text).toBe('half \uFFFD a pair');
      await t.store.turns.beginTurn(turnId(1), at(0));
      expect(await t.store.turns.acceptMessage(newMessage(1, { text }))).toMatchObject({ kind: 'duplicate' });
      const { message } = await t.store.turns.finishTurn(turnEnd(1, { text }));
      expect(message.text).toBe('half \uFFFD a pair');
    });
  });
}
