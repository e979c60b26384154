/// <reference lib="dom" />
// The real client on the real server over sockets that break at random, before or after a message went out: every
// message is there once. EXACTLY_ONCE and EXACTLY_ONCE_SEED change how many and where; `npm run exactly-once` sends 1,000.
import { randomUUID } from 'node:crypto';
import { createClient } from '@slipstream/client';
import type { Message } from '@slipstream/protocol';
import { reply, waitUntil } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startRealServer } from '../support/real-server.ts';

const total = Number(process.env['EXACTLY_ONCE'] ?? 40);
const seed = Number(process.env['EXACTLY_ONCE_SEED'] ?? 20261130);
/** Few at once: each session has a message under way, and when more of them break the same socket nothing comes through. */
const atOnce = 3;
const wave = 40 * atOnce;
const sessionCount = Math.ceil(total / wave) * atOnce;

test(`Of ${total} messages over breaking sockets (seed ${seed}) none is lost and none is doubled`, {
  timeout: 30_000 + total * 1000,
}, async () => {
  const server = await startRealServer(() => [reply.text('Ok.')]);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  let cuts = 0;
  /** Dies before a message is sent, right after it, or when its ack comes; each about one time in five. */
  class BreakingSocket extends WebSocket {
    constructor(url: string) {
      super(url, { perMessageDeflate: false });
    }
    override send(text: string): void {
      const fate = text.includes('"message.send"') ? random() : 1;
      if (fate >= 0.2) super.send(text);
      if (fate < 0.4) {
        cuts += 1;
        if (fate < 0.2) this.terminate();
        // The bytes are out, the answer is not read any more.
        else setImmediate(() => this.terminate());
      }
    }
  }
  const client = createClient({
    baseUrl: server.url,
    newId: randomUUID,
    WebSocket: BreakingSocket as never,
    storage: null,
    // Waits are shortened, so that a thousand breaks take minutes and not hours.
    random: () => 0.01,
    setTimer(delayMs, run) {
      const timer = setTimeout(run, delayMs / 20);
      return () => clearTimeout(timer);
    },
  });
  client.start();
  const sessions = Array.from({ length: sessionCount }, randomUUID);
  const sent = new Map<string, string[]>(sessions.map((id) => [id, []]));
  for (let from = 0; from < total; from += wave) {
    for (let n = from; n < Math.min(total, from + wave); n++) {
      const sessionId = sessions[Math.floor(n / wave) * atOnce + (n % atOnce)] ?? '';
      sent.get(sessionId)?.push(client.send(sessionId, `message ${n}`));
    }
    await waitUntil(() => sessions.every((id) => client.session(id).pending.length === 0), {
      what: `all messages of the wave from ${from} are acknowledged`,
      withinMs: 60_000,
    });
  }
  client.close();
  for (const [sessionId, ids] of sent) {
    await waitUntilIdle(server, sessionId);
    const { body } = await server.get(`/api/sessions/${sessionId}/messages?limit=200`);
    const { messages } = body as { messages: Message[] };
    const users = messages.filter((message) => message.role === 'user').map((message) => message.id);
    expect(users).toEqual(ids);
    expect(messages).toHaveLength(2 * ids.length);
  }
  expect(server.provider.requests).toHaveLength(total);
  expect(cuts).toBeGreaterThan(total / 4);
});

async function waitUntilIdle(server: Awaited<ReturnType<typeof startRealServer>>, sessionId: string) {
  for (;;) {
    const { body } = await server.get(`/api/sessions/${sessionId}`);
    if ((body as { status: string }).status === 'idle') return;
  }
}
