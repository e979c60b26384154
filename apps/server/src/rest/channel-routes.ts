// Bots and scripts: one address for a conversation elsewhere, named by its channel and its own id there. What is said
// goes into the session of that pair; the answer comes as the final message, or as the turn's events while they happen.
import { createHash, randomUUID } from 'node:crypto';
import type { Sessions } from '@slipstream/agent';
import {
  AppError,
  ChannelMessageBody,
  type EventsFrame,
  type SequencedEvent,
  type ServerFrame,
} from '@slipstream/protocol';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseInput } from './parse-input.ts';

/** What may wait for a reader that is slow; beyond it the reader is let go, and the turn runs on. */
const maxWaitingBytes = 4 * 1024 * 1024;

export function registerChannelRoutes(app: FastifyInstance, sessions: Sessions): void {
  app.post('/api/channels/:channel/:chatId/messages', async (request, reply) => {
    const { channel, chatId } = toPlace(request.params as Record<string, string>);
    const body = parseInput(ChannelMessageBody, request.body);
    const message = {
      ...body,
      messageId: body.messageId ?? randomUUID(),
      sessionId: toSessionId(channel, chatId),
      channel,
      chatId,
    };
    const form = toForm(request.headers.accept ?? '');
    if (form === 'json') return answerWhole(sessions, message);
    await answerAsEvents(sessions, message, reply, form);
    return reply;
  });
}

type Outgoing = Parameters<Sessions['send']>[0];

async function answerWhole(sessions: Sessions, message: Outgoing) {
  const turn = await followTurn(sessions, message, () => {});
  await turn.ended;
  turn.close();
  const { turnId } = turn;
  const { turn: record } = await sessions.trajectory(message.sessionId, turnId);
  const answer = await sessions.message(message.sessionId, record.assistantMessageId ?? '');
  return { sessionId: message.sessionId, turnId, status: record.status, message: answer };
}

async function answerAsEvents(
  sessions: Sessions,
  message: Outgoing,
  reply: FastifyReply,
  form: 'sse' | 'ndjson',
): Promise<void> {
  let begun = false;
  const waiting: SequencedEvent[] = [];
  const write = (event: SequencedEvent) => {
    if (!begun) return void waiting.push(event);
    if (reply.raw.writableLength > maxWaitingBytes) reply.raw.destroy();
    else reply.raw.write(toText(event, form));
  };
  const turn = await followTurn(sessions, message, write);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    'content-type': form === 'sse' ? 'text/event-stream' : 'application/x-ndjson',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  begun = true;
  for (const event of waiting) write(event);
  reply.raw.on('close', turn.close);
  void turn.ended.then(() => {
    turn.close();
    reply.raw.end();
  });
}

type Followed = { turnId: string; ended: Promise<void>; close: () => void };

/** Sends the message and gives the events of its turn; of one that has ended before, its last only. */
async function followTurn(
  sessions: Sessions,
  message: Outgoing,
  onEvent: (event: SequencedEvent) => void,
): Promise<Followed> {
  let turnId: string | undefined;
  let finish = () => {};
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const early: SequencedEvent[] = [];
  const take = (event: SequencedEvent) => {
    if (turnId === undefined) return void early.push(event);
    if (event.turnId !== turnId) return;
    onEvent(event);
    if (event.type === 'turn.finished' && !event.agent) finish();
  };
  const takeAll = (frame: EventsFrame | null) => frame?.events.forEach(take);
  const close = await sessions.subscribe(message.sessionId, undefined, {
    open: (_, missed) => takeAll(missed),
    frame(text) {
      const frame = JSON.parse(text) as ServerFrame;
      if (frame.type === 'events') takeAll(frame);
      if (frame.type === 'session.deleted') finish();
    },
  });
  try {
    turnId = (await sessions.send(message)).turnId;
    for (const event of early) take(event);
    const { turn } = await sessions.trajectory(message.sessionId, turnId);
    if (turn.endedAt !== null) finish();
    return { turnId, ended, close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

function toText(event: SequencedEvent, form: 'sse' | 'ndjson'): string {
  const data = JSON.stringify(event);
  return form === 'ndjson' ? `${data}\n` : `id: ${event.seq}\nevent: ${event.type}\ndata: ${data}\n\n`;
}

function toForm(accept: string): 'json' | 'sse' | 'ndjson' {
  if (/text\/event-stream/i.test(accept)) return 'sse';
  return /application\/(?:x-)?(?:ndjson|jsonl)/i.test(accept) ? 'ndjson' : 'json';
}

function toPlace({ channel = '', chatId = '' }: Record<string, string>): { channel: string; chatId: string } {
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(channel) || channel === 'web' || channel === 'ws')
    throw new AppError('invalid_request', 'A channel is a short name of small letters, digits, - and _.', {
      details: { path: 'channel' },
    });
  if (chatId === '' || chatId.length > 200)
    throw new AppError('invalid_request', 'The id of the chat has 1 to 200 characters.', {
      details: { path: 'chatId' },
    });
  return { channel, chatId };
}

/** The same pair is the same session, also when two messages make it at once. */
function toSessionId(channel: string, chatId: string): string {
  const hex = createHash('sha256').update(`${channel}\u0000${chatId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
