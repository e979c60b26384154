// The program is killed at random moments of a turn with a call that changes something, and started again: nothing that
// was acknowledged is lost, nothing is done twice, no turn stays open, and the session goes on. CRASH_MOMENTS and
// CRASH_SEED change how often and when; `npm run crash-test` does it 200 times.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Message, TrajectoryEntry, Turn } from '@slipstream/protocol';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd } from '../support/reading.ts';
import { makeFolder, makeProvider, toEnvironment } from '../support/real-server.ts';
import { startProcess } from '../support/server-process.ts';
import { openSocket, type TestSocket } from '../support/test-socket.ts';

const moments = Number(process.env['CRASH_MOMENTS'] ?? 3);
const seed = Number(process.env['CRASH_SEED'] ?? 20261130);
/** Longer than such a turn takes. */
const longestMs = 900;

test(`Killed at ${moments} moments (seed ${seed}), it loses nothing and does nothing twice`, {
  timeout: 60_000 + moments * 15_000,
}, async () => {
  const provider = await makeProvider((request) => {
    const { messages } = request.body;
    const number = /^go (\d+)$/.exec(request.lastUserText)?.[1];
    if (number === undefined) return [reply.text('Here.')];
    if (messages.at(-1)?.role === 'tool') return [reply.text('Done'), reply.text(' and done.')];
    return [
      reply.reasoning('I think.'),
      reply.text('I write. '),
      reply.toolCall('bash', { command: `sleep 0.05; echo line >> marker-${number}.txt; sleep 0.05` }),
    ];
  });
  const folder = makeFolder();
  // What a killed server leaves among the temporary files goes with everything else.
  const env = { ...toEnvironment(folder, provider), LOG_LEVEL: 'warn', TMPDIR: folder };
  const random = seededRandom(seed);
  let server = startProcess(env, folder);
  let url = await server.ready;

  for (let n = 1; n <= moments; n++) {
    const sessionId = randomUUID();
    const socket = await openSocket(url);
    allowAll(socket, sessionId);
    await socket.ask({ type: 'subscribe', sessionId });
    const acked: string[] = [];
    const send = (text: string) => {
      const messageId = randomUUID();
      const ack = socket.ask({ type: 'message.send', sessionId, messageId, text });
      ack.then((answer) => answer.type === 'ack' && acked.push(messageId)).catch(() => {});
    };
    send(`go ${n}`);
    send('and then?');
    await wait(random() * longestMs);
    server.child.kill('SIGKILL');
    await socket.closed;
    await server.exited;

    const began = performance.now();
    server = startProcess(env, folder);
    url = await server.ready;
    expect(performance.now() - began).toBeLessThan(30_000);
    await examine(url, sessionId, acked, join(folder, 'workspace', `marker-${n}.txt`));
  }
  expect(server.stderr()).not.toContain('database is damaged');
});

async function examine(url: string, sessionId: string, acked: string[], marker: string): Promise<void> {
  const socket = await openSocket(url);
  allowAll(socket, sessionId);
  await socket.ask({ type: 'subscribe', sessionId });
  const { messages, queue, turn } = await socket.snapshot(sessionId);
  const there = new Set([...messages.map((message) => message.id), ...queue.map((each) => each.messageId)]);
  if (turn) there.add(turn.messageId);
  for (const id of acked) expect(there).toContain(id);

  for (const message of messages.filter(({ role }) => role === 'assistant')) {
    const { turn: record, entries } = await getTrace(url, sessionId, message);
    expect(record.endedAt).not.toBeNull();
    expect(entries.filter((entry) => entry.status === 'running')).toEqual([]);
    const unknown = entries.filter((entry) => entry.kind === 'tool' && entry.status === 'unknown');
    expect(message.trace?.unknown ?? []).toHaveLength(unknown.length);
  }
  // What waits is let run to its end, so that whatever would do the call again has had its chance.
  const messageId = randomUUID();
  const next = await socket.ask({ type: 'message.send', sessionId, messageId, text: 'are you there?' });
  if (next.type !== 'ack' || !next.turnId) throw new Error(`No ack: ${JSON.stringify(next)}`);
  expect(await waitForEnd(socket, next.turnId)).toMatchObject({ status: 'completed', text: 'Here.' });
  if (existsSync(marker)) expect(readFileSync(marker, 'utf8')).toBe('line\n');
  await socket.close();
}

async function getTrace(url: string, sessionId: string, message: Message) {
  const response = await fetch(`${url}/api/sessions/${sessionId}/turns/${message.turnId}/trajectory`);
  return (await response.json()) as { turn: Turn; entries: TrajectoryEntry[] };
}

/** Answers every question of the session as it comes. */
function allowAll(socket: TestSocket, sessionId: string): void {
  socket.raw.on('message', (data) => {
    const frame = JSON.parse(String(data)) as {
      type: string;
      events?: { type: string; approvalId?: string }[];
    };
    for (const { type, approvalId } of frame.events ?? [])
      if (type === 'approval.requested' && approvalId)
        socket.send({ type: 'approval.answer', sessionId, approvalId, decision: 'allow_once' });
  });
}

/** mulberry32 */
function seededRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
