// One session under random use: messages in every way, stops, edits, answers, versions, lost sockets. `settle` lets it come
// to rest and looks at everything that must hold; what was acknowledged and what became of it is kept here.
import { randomUUID } from 'node:crypto';
import { foldEvents, type SessionArchive, toEvents, type WhenBusy } from '@slipstream/protocol';
import { waitUntil } from '@slipstream/testkit';
import { openSocket } from '../support/test-socket.ts';
import { allCalls, createFoldingReader } from './folding-reader.ts';
import type { Random } from './random-provider.ts';

export type SoakedSession = {
  act(random: Random): Promise<string>;
  settle(): Promise<{ turns: number; events: number }>;
};

const ways: WhenBusy[] = ['queue', 'queue', 'steer', 'interrupt', 'reject'];

export async function createSoakedSession(
  url: string,
  fail: (problem: string) => void,
): Promise<SoakedSession> {
  const sessionId = randomUUID();
  const told = (problem: string) => fail(`session ${sessionId}: ${problem}`);
  const readers = await Promise.all([1, 2, 3].map(() => createFoldingReader(url, sessionId, told)));
  const socket = await openSocket(url);
  /** The text of each message that was acknowledged and not taken back. */
  const acked = new Map<string, string>();
  const ask = (frame: Parameters<typeof socket.ask>[0]) => socket.ask(frame);
  const get = async (path: string) => (await fetch(`${url}/api/sessions/${sessionId}${path}`)).json();

  const send = async (random: Random) => {
    const messageId = randomUUID();
    const text = `message ${acked.size} ${'x'.repeat(random(50))}`;
    const whenBusy = ways[random(ways.length)];
    const frame = { type: 'message.send', sessionId, messageId, text, whenBusy } as const;
    // Sent twice, now and then: as by a client that lost the first answer.
    const answers = await Promise.all(Array.from({ length: 1 + random(2) }, () => ask(frame)));
    for (const answer of answers)
      if (answer.type === 'ack') acked.set(messageId, text);
      else if (answer.code !== 'busy') told(`a message was refused with ${answer.code}: ${answer.message}`);
    const turns = new Set(answers.map((each) => (each.type === 'ack' ? each.turnId : null)));
    if (turns.size > 1) told('the same message was answered in two ways');
  };

  const answerApproval = async (random: Random) => {
    const waiting = readers.flatMap((reader) => allCalls(reader.view() ?? emptyView).filter(isWaiting));
    const approvalId = waiting[random(waiting.length || 1)]?.approval?.approvalId;
    if (approvalId === undefined) return;
    const decision = random(3) === 0 ? 'deny' : 'allow_once';
    await ask({ type: 'approval.answer', sessionId, approvalId, decision, note: 'so be it' });
  };

  const changeQueue = async (random: Random) => {
    const { queue = [] } = (await get('/queue')) as { queue?: { messageId: string }[] };
    const messageId = queue[random(queue.length || 1)]?.messageId;
    if (messageId === undefined) return;
    if (random(2) === 0) {
      const text = `edited ${random(1000)}`;
      const answer = await ask({ type: 'message.edit', sessionId, messageId, text });
      if (answer.type === 'ack' && answer.edited) acked.set(messageId, text);
      return;
    }
    const answer = await ask({ type: 'message.unqueue', sessionId, messageId });
    if (answer.type === 'ack' && answer.removed) acked.delete(messageId);
  };

  const regenerate = async () => {
    const { messages = [] } = (await get('/messages')) as { messages?: { id: string }[] };
    const messageId = messages.at(-1)?.id;
    if (messageId !== undefined) await ask({ type: 'turn.regenerate', sessionId, messageId });
  };

  const settle = async () => {
    let status = '';
    let looked = 0;
    const look = async () => {
      for (;;) {
        await answerApproval(() => 1);
        await ask({ type: 'queue.resume', sessionId });
        const session = (await get('')) as { status?: string; code?: string };
        status = session.status ?? (session.code === 'not_found' ? 'idle' : '');
        if (status === 'idle') return;
        looked += 1;
        // What hangs is stopped; what works has time for it.
        if (looked % 50 === 0) await ask({ type: 'turn.cancel', sessionId });
      }
    };
    await look();
    const events = readers.reduce((sum, reader) => sum + reader.events(), 0);
    const archive = (await get('/export?format=json')) as SessionArchive | { code: string };
    if ('code' in archive) {
      if (acked.size > 0) told(`it is gone: ${archive.code}`);
      return { turns: 0, events };
    }
    examine(archive);
    const last = archive.turns.at(-1)?.turn.id ?? '';
    await waitUntil(() => readers.every(({ ended, view }) => ended.size === 0 || !view()), {
      what: `the readers of ${sessionId} have the end of ${last}`,
    });
    for (const reader of readers) reader.close();
    await socket.close();
    const { status: deleted } = await fetch(`${url}/api/sessions/${sessionId}`, { method: 'DELETE' });
    if (deleted !== 204) told(`deleting gave ${deleted}`);
    if ((await fetch(`${url}/api/sessions/${sessionId}`)).status !== 404)
      told('it is still there after deleting');
    return { turns: archive.turns.length, events };
  };

  const examine = ({ messages, turns }: SessionArchive) => {
    const users = messages.filter(({ role }) => role === 'user');
    const ids = users.map(({ id }) => id);
    if (new Set(ids).size !== ids.length) told('a message is there twice');
    for (const [id, text] of acked) {
      const found = users.find((each) => each.id === id);
      if (!found) told(`the message "${text}" was acknowledged and is lost`);
      else if (found.text !== text) told(`"${text}" became "${found.text}"`);
    }
    for (const id of ids)
      if (!acked.has(id)) told('a message is there that was taken back or never acknowledged');
    for (const { turn, entries } of turns) {
      if (turn.endedAt === null) told(`turn ${turn.id} has no end`);
      if (entries.some(({ status }) => status === 'running')) told(`turn ${turn.id} left an entry open`);
      if (!messages.some(({ id }) => id === turn.assistantMessageId)) told(`turn ${turn.id} has no answer`);
      const stored = JSON.stringify(sorted(foldEvents(turn.id, toEvents(turn, entries))));
      for (const { ended } of readers) {
        const seen = ended.get(turn.id);
        if (seen && JSON.stringify(sorted(seen)) !== stored)
          told(`turn ${turn.id} is stored otherwise than it was seen`);
      }
    }
  };

  return {
    settle,
    async act(random) {
      const what = random(20);
      if (what < 7) await send(random);
      else if (what < 9) await ask({ type: 'turn.cancel', sessionId });
      else if (what < 12) await answerApproval(random);
      else if (what < 14) await changeQueue(random);
      else if (what < 15) await regenerate();
      else if (what < 16) await ask({ type: 'queue.resume', sessionId });
      else await readers[random(readers.length)]?.reconnect(random(4) === 0 ? 'afresh' : 'resume');
      return String(what);
    },
  };
}

const emptyView = foldEvents('', []);
const isWaiting = ({ status }: { status: string }) => status === 'waiting';

/** With the keys of every object in one order, so that equal views have equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
