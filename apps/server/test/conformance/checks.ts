// The guarantees that can be seen from outside, each with the input that would show it broken.
import { randomUUID } from 'node:crypto';
import { type Check, type Context, ensure, same } from './check.ts';
import { allPeers, connect, ended, eventsOf, rest, say, see } from './peer.ts';

const session = () => randomUUID();
const listOf = (body: Record<string, unknown> | null, name: string) => (body?.[name] ?? []) as unknown[];
const withModel = ({ model }: Context) => ({ model });

async function open(context: Context, sessionId: string) {
  const peer = await connect(context.place);
  await peer.ask({ type: 'subscribe', sessionId });
  return peer;
}

const acceptedOnce: Check = {
  name: 'G1 a message is accepted once, however often it is sent',
  async run(context) {
    const sessionId = session();
    const messageId = randomUUID();
    const peers = await Promise.all(Array.from({ length: 20 }, () => connect(context.place)));
    const watcher = await open(context, sessionId);
    const sent = await Promise.all(
      peers.map((peer) => say(peer, sessionId, 'count to 5', { messageId, ...withModel(context) })),
    );
    const [first] = sent;
    ensure(first && first.turnId !== '', 'no ack came');
    for (const { turnId } of sent) same(turnId, first.turnId, 'the acks differ');
    await ended(watcher, sessionId, first.turnId);
    const again = await say(watcher, sessionId, 'count to 5', { messageId });
    same(again.turnId, first.turnId, 'after its end it was taken for a new one');
    const other = await say(watcher, sessionId, 'something else', { messageId });
    same(other.ack['code'], 'conflict', 'another text under the same id');
    const { body } = await rest(context.place, 'GET', `sessions/${sessionId}/messages`);
    same(listOf(body, 'messages').length, 2, 'messages on record');
    for (const peer of peers) peer.cut();
  },
};

const gapless: Check = {
  name: 'G2 numbers rise by one, each once, on every socket',
  async run(context) {
    const sessions = Array.from({ length: 5 * context.effort }, session);
    await Promise.all(
      sessions.map(async (sessionId, index) => {
        const [one, two] = [await open(context, sessionId), await open(context, sessionId)];
        const texts = ['count to 20', 'list files', 'think about rivers'];
        for (const text of [texts[index % 3] ?? '', 'count to 5']) {
          const { turnId } = await say(one, sessionId, text, withModel(context));
          await Promise.all([ended(one, sessionId, turnId), ended(two, sessionId, turnId)]);
        }
        same(see(one.frames, sessionId), see(two.frames, sessionId), 'two sockets see different things');
      }),
    );
  },
};

const resumes: Check = {
  name: 'G3 cut at every event and resumed, a client sees what one that never left sees',
  async run(context) {
    const sessionId = session();
    const watcher = await open(context, sessionId);
    const { turnId } = await say(watcher, sessionId, 'list files', withModel(context));
    await ended(watcher, sessionId, turnId);
    const whole = see(watcher.frames, sessionId);
    for (let cut = 0; cut <= whole.seq; cut += 1) {
      const before = see(
        watcher.frames.map((frame) =>
          frame.type === 'events'
            ? { ...frame, events: frame.events.filter((event) => event.seq <= cut) }
            : frame,
        ),
        sessionId,
      );
      const peer = await connect(context.place);
      await peer.ask({ type: 'subscribe', sessionId, after: { log: whole.log, seq: cut } });
      await peer.wait((frame) => frame.type === 'resumed' || frame.type === 'snapshot');
      if (cut < whole.seq && peer.frames.some((frame) => frame.type === 'resumed'))
        await peer.wait(
          (frame) => frame.type === 'events' && frame.events.some((event) => event.seq === whole.seq),
        );
      const after = see(peer.frames, sessionId, before);
      same({ ...after, last: null }, { ...whole, last: null }, `cut at ${cut}`);
      peer.cut();
    }
    const ahead = await connect(context.place);
    await ahead.ask({ type: 'subscribe', sessionId, after: { log: whole.log, seq: whole.seq + 1000 } });
    await ahead.wait((frame) => frame.type === 'snapshot');
    const strange = await connect(context.place);
    await strange.ask({ type: 'subscribe', sessionId, after: { log: 'no such log', seq: 1 } });
    await strange.wait((frame) => frame.type === 'snapshot');
  },
};

const stops: Check = {
  name: 'G6 stop ends a turn at once, keeps its text, and the next message works',
  async run(context) {
    for (const at of ['turn.started', 'step.started', 'text.delta'] as const) {
      const sessionId = session();
      const peer = await open(context, sessionId);
      const { turnId } = await say(peer, sessionId, 'count slowly to 500', withModel(context));
      await peer.wait((frame) => frame.type === 'events' && frame.events.some((event) => event.type === at));
      const began = Date.now();
      const acks = await Promise.all([1, 2].map(() => peer.ask({ type: 'turn.cancel', sessionId })));
      ensure(acks[0]?.['cancelled'] === true, 'the stop was not taken');
      const end = await ended(peer, sessionId, turnId);
      ensure(Date.now() - began < 2000, `the stop took ${Date.now() - began} ms`);
      ensure(end.type === 'turn.finished' && end.status === 'cancelled', 'it did not end as cancelled');
      const idle = await peer.ask({ type: 'turn.cancel', sessionId });
      same(idle['cancelled'], false, 'a stop with nothing to stop');
      const next = await say(peer, sessionId, 'count to 3');
      const answer = await ended(peer, sessionId, next.turnId);
      ensure(
        answer.type === 'turn.finished' && answer.status === 'completed',
        'the next message did not work',
      );
    }
  },
};

const queues: Check = {
  name: 'G8 messages at once run in order, one at a time; reject and a full queue say busy',
  async run(context) {
    const sessionId = session();
    const peer = await open(context, sessionId);
    const first = await say(peer, sessionId, 'count slowly to 500', withModel(context));
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, n) => say(peer, sessionId, `count to ${(n % 5) + 1}`)),
    );
    ensure(
      sent.every(({ ack }) => ack['queued'] === true),
      'fifty did not fit into the queue',
    );
    same((await say(peer, sessionId, 'one too many')).ack['code'], 'busy', 'the 51st');
    same((await say(peer, sessionId, 'x', { whenBusy: 'reject' })).ack['code'], 'busy', 'reject');
    await peer.ask({ type: 'turn.cancel', sessionId });
    await ended(peer, sessionId, first.turnId);
    await peer.ask({ type: 'queue.resume', sessionId });
    const last = sent.at(-1);
    ensure(last, 'nothing was sent');
    await ended(peer, sessionId, last.turnId);
    const order = eventsOf(peer, sessionId).filter(
      (event) => event.type === 'turn.started' || event.type === 'turn.finished',
    );
    const expected = [first, ...sent].flatMap(({ turnId }) => [turnId, turnId]);
    same(
      order.map((event) => event.turnId),
      expected,
      'the order of the turns',
    );
  },
};

const slowReaders: Check = {
  name: 'G9 a slow reader delays nobody and gets a snapshot when it is back',
  async run(context) {
    const sessionId = session();
    const [fast, slow] = [await open(context, sessionId), await open(context, sessionId)];
    (slow.raw as unknown as { _socket: { pause(): void; resume(): void } })._socket.pause();
    const { turnId } = await say(fast, sessionId, 'count to 1000', withModel(context));
    await ended(fast, sessionId, turnId);
    (slow.raw as unknown as { _socket: { resume(): void } })._socket.resume();
    const whole = see(fast.frames, sessionId);
    await slow.wait(
      (frame) =>
        (frame.type === 'snapshot' && frame.seq >= whole.seq) ||
        (frame.type === 'events' && frame.events.some((event) => event.seq === whole.seq)),
    );
    same(see(slow.frames, sessionId).seq, whole.seq, 'the slow reader ends elsewhere');
  },
};

const bounded: Check = {
  name: 'G10 what is too large or no frame is refused, and the socket lives on where it can',
  async run(context) {
    const peer = await connect(context.place);
    const sessionId = session();
    for (const text of ['', '{', 'null', '[]', '{"type":{}}', '{"__proto__":1}', '1e309']) {
      const before = peer.frames.length;
      peer.raw.send(text);
      await peer.wait((frame) => peer.frames.indexOf(frame) >= before && frame.type === 'error');
    }
    const send = (text: string) => say(peer, sessionId, text, withModel(context));
    same((await send('x'.repeat(400_001))).ack['code'], 'bad_frame', 'a text over the limit');
    same((await send('')).ack['code'], 'bad_frame', 'an empty text');
    peer.raw.send('x'.repeat(1024 * 1024 + 1));
    same(await peer.closed, 1009, 'a frame over 1 MiB');
    same((await rest(context.place, 'GET', 'sessions?limit=201')).status, 400, 'a page over the limit');
    same(
      (await rest(context.place, 'GET', `search?q=${encodeURIComponent('" NEAR( * -')}`)).status,
      200,
      'a query of signs',
    );
  },
};

const disconnects: Check = {
  name: 'G11 closing every socket stops nothing',
  async run(context) {
    const sessionId = session();
    const peer = await open(context, sessionId);
    const { turnId } = await say(peer, sessionId, 'count to 60', withModel(context));
    peer.cut();
    const back = await connect(context.place);
    await back.ask({ type: 'subscribe', sessionId });
    const isThere = async () => {
      const { body } = await rest(context.place, 'GET', `sessions/${sessionId}/turns/${turnId}/trajectory`);
      return ((body?.['turn'] ?? {}) as { status?: string }).status;
    };
    if ((await isThere()) !== 'completed') await ended(back, sessionId, turnId);
    same(await isThere(), 'completed', 'the turn');
  },
};

const deletes: Check = {
  name: 'G12 what is deleted is gone, from lists and searches too; traces are apart from messages',
  async run(context) {
    const sessionId = session();
    const canary = `kanari${randomUUID().slice(0, 8)}`;
    const peer = await open(context, sessionId);
    const { turnId } = await say(peer, sessionId, `search for ${canary}`, withModel(context));
    await ended(peer, sessionId, turnId);
    const find = async () =>
      listOf((await rest(context.place, 'GET', `search?q=${canary}`)).body, 'hits').length;
    ensure((await find()) > 0, 'it cannot be found at all');
    const { body } = await rest(context.place, 'GET', `sessions/${sessionId}/messages`);
    ensure(!JSON.stringify(body).includes('"entries"'), 'messages carry their traces');
    same((await rest(context.place, 'DELETE', `sessions/${sessionId}`)).status, 204, 'deleting');
    await peer.wait((frame) => frame.type === 'session.deleted' && frame.sessionId === sessionId);
    for (const path of ['', '/messages', `/turns/${turnId}/trajectory`, '/export?format=json'])
      same((await rest(context.place, 'GET', `sessions/${sessionId}${path}`)).status, 404, `GET ${path}`);
    same(await find(), 0, 'still found');
  },
};

const oneEnd: Check = {
  name: 'G13 every turn that was seen has one end, its last event',
  async run() {
    for (const peer of allPeers) {
      const byTurn = new Map<string, string[]>();
      for (const frame of peer.frames)
        if (frame.type === 'events')
          for (const event of frame.events)
            byTurn.set(event.turnId, [...(byTurn.get(event.turnId) ?? []), event.type]);
      for (const [turnId, types] of byTurn) {
        const ends = types.filter((type) => type === 'turn.finished').length;
        ensure(ends <= 1, `turn ${turnId} ended ${ends} times`);
        ensure(ends === 0 || types.at(-1) === 'turn.finished', `turn ${turnId} went on after its end`);
      }
    }
  },
};

/** The last one looks at what all others saw. */
export const checks: readonly Check[] = [
  acceptedOnce,
  gapless,
  resumes,
  stops,
  queues,
  slowReaders,
  bounded,
  disconnects,
  deletes,
  oneEnd,
];
