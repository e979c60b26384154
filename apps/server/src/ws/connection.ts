// One socket's life: frames in, answers and events out. Closing it stops nothing but the reading.
import type { Socket } from 'node:net';
import type { Log, Sessions } from '@slipstream/agent';
import { type AckFields, AppError, type ClientFrame, toAppError } from '@slipstream/protocol';
import type { WebSocket } from 'ws';
import type { Metrics } from '../ops/metrics.ts';
import { createTokenBucket } from '../security/token-bucket.ts';
import { encodeFrame } from './encode-frame.ts';
import { createInOrder } from './in-order.ts';
import type { NewsRound } from './news-rounds.ts';
import { createOutgoing } from './outgoing.ts';
import { parseFrame, readFrameId } from './parse-frame.ts';
import type { Command, RunCommand } from './run-command.ts';
import { createSessionNews } from './session-news.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { WriteRounds } from './write-rounds.ts';

const frameRate = { burst: 200, perSecond: 100 };
/** A client that goes on like this after so many refusals, without ever letting the burst fill up, is broken or hostile. */
const maxRefusals = 1000;
const maxPending = 256;

export type Connection = {
  /** Tells of sessions that changed. */
  tell(round: NewsRound): void;
  /** What waits to be sent, here and in the socket, bytes. */
  heldBytes(): number;
  /** Sends a ping, or drops the socket when it missed two. */
  beat(): void;
  close(code: number, reason: string): void;
  terminate(): void;
};

export type ConnectionDeps = {
  socket: WebSocket;
  /** What it writes to. */
  rawSocket: Socket;
  rounds: WriteRounds;
  sessions: Sessions;
  runCommand: RunCommand;
  channel: string;
  metrics: Metrics;
  log: Log;
  now(): number;
  encode(text: string): Buffer;
};

export function createConnection(deps: ConnectionDeps, ready: Buffer): Connection {
  const { socket, sessions, metrics, log } = deps;
  const bucket = createTokenBucket(frameRate, deps.now);
  const order = createInOrder();
  let refusals = 0;
  let missedPongs = 0;
  let repairing = false;

  const outgoing = createOutgoing(
    {
      isOpen: () => socket.readyState === socket.OPEN,
      open: (taken) => deps.rounds.open(deps.rawSocket, taken),
    },
    {
      sent: (frames) => metrics.framesSent.inc(frames),
      drained() {
        if (subscriptions.nextLost() !== undefined || news.isStale()) void repair();
      },
    },
  );
  const dropped = (frames: number) => metrics.framesDropped.inc(frames);
  const subscriptions = createSubscriptions({ sessions, outgoing, encode: deps.encode, dropped });
  const news = createSessionNews({ sessions, outgoing, dropped });

  const answer = (bytes: Buffer) => {
    if (socket.readyState !== socket.OPEN || outgoing.answer(bytes)) return;
    log.warn({ heldBytes: outgoing.heldBytes() }, 'socket dropped: it sends commands and reads no answers');
    socket.terminate();
  };
  const withId = (id: string | undefined) => (id === undefined ? {} : { id });
  const ack = (id: string | undefined, fields: AckFields) =>
    answer(encodeFrame({ type: 'ack', ...withId(id), ...fields }));
  const refuse = (id: string | undefined, error: AppError) => {
    const { code, message, details } = error;
    answer(
      encodeFrame({
        type: 'error',
        ...withId(id),
        code,
        message,
        ...(details === undefined ? {} : { details }),
      }),
    );
  };

  const refuseForRate = (id: string | undefined) => {
    refusals += 1;
    if (refusals > maxRefusals) socket.close(1008, 'Too many frames.');
    else refuse(id, new AppError('rate_limited', 'Too many frames; wait a moment and send this one again.'));
  };

  const serve = async (frame: Exclude<ClientFrame, { type: 'ping' }>) => {
    const { id, sessionId } = frame;
    try {
      if (frame.type === 'subscribe')
        await subscriptions.subscribe(sessionId, frame.after, () => ack(id, { sessionId }));
      else if (frame.type === 'unsubscribe') {
        subscriptions.unsubscribe(sessionId);
        ack(id, {});
      } else ack(id, await deps.runCommand(frame as Command, sessions, deps.channel));
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.status >= 500) log.error({ err: thrown, sessionId, frame: frame.type }, 'frame failed');
      refuse(id, error);
    }
  };

  const receive = (data: Buffer, isBinary: boolean) => {
    metrics.framesReceived.inc();
    // Not at each frame that is taken: in a flood there is one every 10 ms.
    if (bucket.isFull()) refusals = 0;
    if (!bucket.take() || order.pending() >= maxPending) return refuseForRate(readFrameId(data, isBinary));
    const parsed = parseFrame(data, isBinary);
    if (!parsed.ok) return refuse(parsed.id, parsed.error);
    const { frame } = parsed;
    if (frame.type === 'ping') return answer(encodeFrame({ type: 'pong', ...withId(frame.id) }));
    order.run(frame.sessionId, () => serve(frame));
  };

  /** One session at a time, and only while the socket keeps up: a snapshot is large. */
  const repair = async () => {
    if (repairing) return;
    repairing = true;
    while (outgoing.isDrained() && socket.readyState === socket.OPEN) {
      const sessionId = subscriptions.nextLost();
      if (sessionId !== undefined) await inTurn(sessionId, () => reopen(sessionId));
      else if (!(await news.repairNext())) break;
    }
    repairing = false;
  };

  const inTurn = (sessionId: string, task: () => Promise<void>) =>
    new Promise<void>((resolve) => order.run(sessionId, () => task().finally(resolve)));

  const reopen = async (sessionId: string) => {
    try {
      await subscriptions.reopen(sessionId);
      metrics.snapshotsRepaired.inc();
    } catch (thrown) {
      log.error({ err: thrown, sessionId }, 'a session could not be opened again for its reader');
      // It believes that it reads the session. When it connects again it asks anew.
      socket.close(1011, 'A session could not be read.');
    }
  };

  socket.on('message', (data, isBinary) => receive(data as Buffer, isBinary));
  socket.on('pong', () => {
    missedPongs = 0;
  });
  socket.on('close', () => {
    subscriptions.close();
    news.close();
  });
  answer(ready);

  return {
    tell(round) {
      news.tell(round);
      for (const { frame } of round.news) {
        if (frame.type !== 'session.deleted') continue;
        subscriptions.startAnew(frame.sessionId);
        void repair();
      }
    },
    heldBytes: outgoing.heldBytes,
    beat() {
      if (missedPongs >= 2) return socket.terminate();
      missedPongs += 1;
      socket.ping();
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
  };
}
