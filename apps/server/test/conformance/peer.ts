// A client of the protocol for checks from outside: it keeps every frame, answers for nothing, and can be cut off or
// made slow. It knows the wire only.
import { randomUUID } from 'node:crypto';
import {
  applyEvent,
  emptyTurnView,
  type Message,
  type SequencedEvent,
  type ServerFrame,
  type TurnView,
} from '@slipstream/protocol';
import { WebSocket } from 'ws';

export type Place = { url: string; token: string | undefined };

export type Frame = ServerFrame & { id?: string };

export type Peer = {
  frames: Frame[];
  raw: WebSocket;
  closed: Promise<number>;
  ask(frame: Record<string, unknown>): Promise<Record<string, unknown> & { type: string }>;
  wait(test: (frame: Frame) => boolean, timeoutMs?: number): Promise<Frame>;
  cut(): void;
};

export const headersOf = ({ token }: Place): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** All peers of a run, so that what must hold for every log can be looked at in the end. */
export const allPeers: Peer[] = [];

export async function connect(place: Place): Promise<Peer> {
  const raw = new WebSocket(`${place.url.replace(/^http/, 'ws')}/ws`, {
    headers: headersOf(place),
    perMessageDeflate: false,
  });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let closedWith: number | undefined;
  raw.on('message', (data) => {
    frames.push(JSON.parse(String(data)) as Frame);
    for (const look of [...waiting]) look();
  });
  const closed = new Promise<number>((resolve) =>
    raw.on('close', (code) => {
      closedWith = code;
      resolve(code);
      for (const look of [...waiting]) look();
    }),
  );
  const wait = (test: (frame: Frame) => boolean, timeoutMs = 30_000) =>
    new Promise<Frame>((resolve, reject) => {
      let seen = 0;
      const timer = setTimeout(() => end(new Error('A frame did not come in time.')), timeoutMs);
      const end = (result: Frame | Error) => {
        clearTimeout(timer);
        waiting.delete(look);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      const look = () => {
        for (; seen < frames.length; seen += 1) {
          const frame = frames[seen];
          if (frame && test(frame)) return end(frame);
        }
        if (closedWith !== undefined) end(new Error(`The socket was closed (${closedWith}).`));
      };
      waiting.add(look);
      look();
    });
  await new Promise<void>((resolve, reject) => {
    raw.on('open', () => resolve());
    raw.on('error', reject);
  });
  let count = 0;
  const peer: Peer = {
    frames,
    raw,
    closed,
    wait,
    async ask(frame) {
      count += 1;
      const id = `c${count}`;
      raw.send(JSON.stringify({ ...frame, id }));
      return (await wait((each) => each.id === id)) as never;
    },
    cut: () => raw.terminate(),
  };
  await wait((frame) => frame.type === 'ready');
  allPeers.push(peer);
  return peer;
}

export type Sent = { messageId: string; turnId: string; ack: Record<string, unknown> };

export async function say(
  peer: Peer,
  sessionId: string,
  text: string,
  more: Record<string, unknown> = {},
): Promise<Sent> {
  const messageId = (more['messageId'] as string | undefined) ?? randomUUID();
  const ack = await peer.ask({ type: 'message.send', sessionId, messageId, text, ...more });
  return { messageId, turnId: String(ack['turnId'] ?? ''), ack };
}

export function eventsOf(peer: Peer, sessionId: string): SequencedEvent[] {
  return peer.frames.flatMap((frame) =>
    frame.type === 'events' && frame.sessionId === sessionId ? frame.events : [],
  );
}

export async function ended(peer: Peer, sessionId: string, turnId: string): Promise<SequencedEvent> {
  const isEnd = (event: SequencedEvent) => event.type === 'turn.finished' && event.turnId === turnId;
  await peer.wait(
    (frame) => frame.type === 'events' && frame.sessionId === sessionId && frame.events.some(isEnd),
    120_000,
  );
  const end = eventsOf(peer, sessionId).find(isEnd);
  if (!end) throw new Error('The end of the turn is missing.');
  return end;
}

/** What a person would see of a session, from frames alone. */
export type Seen = {
  log: string;
  seq: number;
  turn: TurnView | null;
  last: TurnView | null;
  messages: Message[];
};

/** Folds frames of one session on top of what was seen before; throws where a number is missing or comes twice. */
export function see(frames: readonly Frame[], sessionId: string, before?: Seen): Seen {
  let seen = before ?? { log: '', seq: 0, turn: null, last: null, messages: [] };
  for (const frame of frames) {
    if (!('sessionId' in frame) || frame.sessionId !== sessionId) continue;
    if (frame.type === 'snapshot')
      seen = { ...seen, log: frame.log, seq: frame.seq, turn: frame.turn, messages: frame.messages };
    if (frame.type !== 'events') continue;
    for (const { seq, ...event } of frame.events) {
      if (seq !== seen.seq + 1) throw new Error(`After event ${seen.seq} came ${seq}.`);
      let { turn, last, messages } = seen;
      if (event.type === 'turn.started' && !event.agent) turn = emptyTurnView(event.turnId);
      if (turn) turn = applyEvent(turn, event as SequencedEvent);
      if ('message' in event && event.message && typeof event.message === 'object') {
        const { message } = event;
        messages = [...messages.filter((each) => each.id !== message.id), message];
      }
      if (event.type === 'turn.finished' && !event.agent) {
        last = turn;
        turn = null;
      }
      seen = { ...seen, seq, turn, last, messages };
    }
  }
  return seen;
}

export async function rest(place: Place, method: string, path: string, body?: unknown) {
  const response = await fetch(`${place.url}/api/${path}`, {
    method,
    headers: { ...headersOf(place), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
  };
}
