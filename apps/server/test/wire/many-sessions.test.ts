// 200 sessions that stream at once in one process: every one of them is in the middle of its answer at the same moment, each
// byte arrives in its place, and nothing is logged.
import { randomUUID } from 'node:crypto';
import type { Message } from '@slipstream/protocol';
import { createGate, reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { createRandom } from '../soak/random-provider.ts';
import { turnEvents, viewOf, waitForEnd } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

const count = 200;
const signs = ['a', 'bc ', '字', '🫖', 'é', '\n', '"', '\\', '\u0007', 'word '];

test(`${count} sessions stream at once, each byte in its place`, { timeout: 120_000 }, async () => {
  const random = createRandom(7);
  const answers = Array.from({ length: count }, (_, n) => [
    `${n}: `,
    ...Array.from({ length: 80 }, () =>
      Array.from({ length: 1 + random(6) }, () => signs[random(signs.length)]).join(''),
    ),
  ]);
  const gates = answers.map(() => createGate());
  const server = await startRealServer((request) => {
    const n = Number(request.lastUserText);
    const [gate, pieces] = [gates[n], answers[n]];
    if (!gate || !pieces) throw new Error(`Asked for ${request.lastUserText}.`);
    return [
      reply.reasoning(`thinking of ${n}`),
      reply.text(...pieces.slice(0, 40)),
      reply.gate(gate),
      reply.text(...pieces.slice(40)),
    ];
  });
  const sockets = await Promise.all(Array.from({ length: 20 }, () => server.connect()));
  const asked = await Promise.all(
    answers.map(async (_, n) => {
      const socket = sockets[n % sockets.length];
      if (!socket) throw new Error('No socket.');
      const sessionId = randomUUID();
      await socket.ask({ type: 'subscribe', sessionId });
      const messageId = randomUUID();
      const ack = await socket.ask({ type: 'message.send', sessionId, messageId, text: String(n) });
      if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
      return { socket, sessionId, turnId: ack.turnId };
    }),
  );
  await Promise.all(gates.map((gate) => gate.reached));
  expect(server.provider.open()).toBe(count);
  for (const gate of gates) gate.release();

  for (const [n, { socket, sessionId, turnId }] of asked.entries()) {
    await waitForEnd(socket, turnId);
    const { items } = socket.frames;
    const text = answers[n]?.join('');
    const events = turnEvents(items, sessionId, turnId);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(viewOf(items, sessionId, turnId)).toMatchObject({
      status: 'completed',
      steps: [{ text, reasoning: `thinking of ${n}` }],
    });
    const { body } = await server.get(`/api/sessions/${sessionId}/messages`);
    expect((body as { messages: Message[] }).messages.map((message) => message.text)).toEqual([
      String(n),
      text,
    ]);
  }
  expect(server.logs.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  expect(server.provider.violations).toEqual([]);
});
