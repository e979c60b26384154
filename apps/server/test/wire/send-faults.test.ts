/// <reference lib="dom" />
// Fails the n-th send of the server, for every n of a turn with a tool, an approval and a message that waits: with a
// socket that dies, and with one that throws. The client comes back, and has what one has that lost nothing; the turn
// does not notice.
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import { type Client, createClient } from '@slipstream/client';
import type { Message } from '@slipstream/protocol';
import { afterTest, reply, waitUntil } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { startRealServer } from '../support/real-server.ts';

/** How a text frame of a server begins: the last of its kind, and not masked as those of clients are. */
const textFrame = 0x81;

/** Lets the n-th frame that the servers of this process write fail, once. */
function failSend(kind: 'dies' | 'throws') {
  const { write } = Socket.prototype;
  let left = 0;
  let failed = 0;
  Socket.prototype.write = function (this: Socket, ...given: unknown[]) {
    const [bytes] = given;
    const isFrame = Buffer.isBuffer(bytes) && bytes[0] === textFrame && 'server' in this && this.server;
    if (isFrame) left -= 1;
    if (!isFrame || left !== 0) return Reflect.apply(write, this, given);
    failed += 1;
    if (kind === 'throws') throw new Error('no memory for this');
    this.destroy();
    return false;
  } as typeof write;
  afterTest(() => {
    Socket.prototype.write = write;
  });
  return {
    at(n: number) {
      left = n;
    },
    failed: () => failed,
  };
}

function startClient(url: string): Client {
  const client = createClient({
    baseUrl: url,
    newId: randomUUID,
    storage: null,
    // A reconnect is waited for, not the time until it.
    setTimer(delayMs, run) {
      const timer = setTimeout(run, delayMs / 50);
      return () => clearTimeout(timer);
    },
  });
  client.start();
  afterTest(() => client.close());
  return client;
}

test.each(['dies', 'throws'] as const)(
  'A socket that %s at the n-th send costs nothing, for each n',
  {
    timeout: 120_000,
  },
  async (kind) => {
    const server = await startRealServer((request) => {
      if (request.lastUserText.endsWith('and then?')) return [reply.text('Then this.')];
      if (request.body.messages.at(-1)?.role === 'tool') return [reply.text('Done', ' and', ' done.')];
      return [
        reply.reasoning('I think.'),
        reply.text('I write. '),
        reply.toolCall('write_file', { path: `${request.lastUserText.slice(3)}.txt`, content: 'x' }),
      ];
    });
    const fault = failSend(kind);
    for (let n = 1; ; n += 1) {
      const sessionId = randomUUID();
      const [client, witness] = [startClient(server.url), startClient(server.url)];
      const clients = [client, witness];
      for (const each of clients) each.open(sessionId);
      await waitUntil(() => clients.every((each) => each.session(sessionId).phase === 'ready'), {
        what: 'both clients read the session',
      });
      fault.at(n);
      client.send(sessionId, `go ${n}`);
      client.send(sessionId, 'and then?');
      const answered = new Set<string>();
      await waitUntil(
        () => {
          for (const each of clients) {
            const calls = each.session(sessionId).turn?.steps.flatMap((step) => step.calls) ?? [];
            const approvalId = calls.find((call) => call.status === 'waiting')?.approval?.approvalId;
            if (approvalId === undefined || answered.has(approvalId)) continue;
            answered.add(approvalId);
            // Its answer may be lost with the socket; the other client's is not.
            for (const one of clients)
              one.answerApproval(sessionId, approvalId, 'allow_once').catch(() => {});
          }
          return clients.every((each) => {
            const { messages, turn, queue, pending } = each.session(sessionId);
            return messages.length === 4 && !turn && queue.length === 0 && pending.length === 0;
          });
        },
        { what: `both clients have both answers, n = ${n}`, withinMs: 20_000 },
      );
      const [seen, whole] = clients.map((each) => each.session(sessionId));
      expect(seen?.messages).toEqual(whole?.messages);
      expect(seen?.messages.map(({ text }) => text)).toEqual([
        `go ${n}`,
        'Done and done.',
        'and then?',
        'Then this.',
      ]);
      const turnIds =
        seen?.messages.filter(({ role }) => role === 'assistant').map(({ turnId }) => turnId) ?? [];
      for (const turnId of turnIds) for (const each of clients) await each.loadTurn(sessionId, turnId);
      expect(client.session(sessionId).finished).toEqual(witness.session(sessionId).finished);
      const { body } = await server.get(`/api/sessions/${sessionId}/messages`);
      expect((body as { messages: Message[] }).messages).toEqual(seen?.messages);
      for (const each of clients) each.close();
      if (fault.failed() < n) break;
    }
    expect(fault.failed()).toBeGreaterThan(15);
    expect(server.logs.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect(server.provider.requests).toHaveLength((fault.failed() + 1) * 3);
  },
);
