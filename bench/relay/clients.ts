// A process of its own with all the sockets of one run: it starts an answer on each and measures how long each token
// took from the upstream's write to its receipt here, and how many bytes it came in.
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';

export type Job = {
  url: string;
  ours: boolean;
  sessions: number;
  model: string;
  /** One socket more, which reads all of the sessions and then stops reading for good. */
  stalled?: boolean;
};
export type Outcome = {
  tokens: number;
  bytes: number;
  frames: number;
  p50: number;
  p99: number;
  /** Median of the sessions' first tokens. */
  first: number;
  /** Bytes of a frame with one token in it: the median, of frames of text alone, less the tokens but one. */
  frameOfOne: number;
};

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

type OursEvent = { type: string; text?: string; status?: string };

/** The text of a frame, and whether it is the last. */
function readOurs(frame: { type: string; events?: OursEvent[] }): { text: string; end: boolean } {
  let text = '';
  let end = false;
  if (frame.type === 'error') throw new Error(JSON.stringify(frame));
  for (const event of frame.events ?? []) {
    if (event.type === 'text.delta') text += event.text;
    if (event.type === 'turn.finished') {
      end = true;
      if (event.status !== 'completed') throw new Error(JSON.stringify(event));
    }
  }
  return { text, end };
}

const readRival = ({ text, end = false }: { text: string; end?: boolean }) => ({ text, end });

async function connect({ url, ours }: Job, sessionId: string): Promise<WebSocket> {
  const socket = new WebSocket(ours ? `${url.replace('http', 'ws')}/ws` : url.replace('http', 'ws'), {
    perMessageDeflate: false,
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  if (ours) {
    const subscribed = new Promise<void>((resolve) => {
      socket.on('message', function look(data) {
        if (JSON.parse(String(data)).type !== 'snapshot') return;
        socket.off('message', look);
        resolve();
      });
    });
    socket.send(JSON.stringify({ type: 'subscribe', sessionId }));
    await subscribed;
  }
  return socket;
}

/** A socket that has asked for all of the sessions and takes nothing of what comes. */
async function connectStalled({ url }: Job, ids: readonly string[]): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  for (const sessionId of ids) socket.send(JSON.stringify({ type: 'subscribe', sessionId }));
  socket.pause();
  return socket;
}

async function run(job: Job): Promise<Outcome> {
  const ids = Array.from({ length: job.sessions }, () => randomUUID());
  const sockets = await Promise.all(ids.map((id) => connect(job, id)));
  const stalled = job.stalled ? await connectStalled(job, ids) : undefined;
  const delays: number[] = [];
  const firsts: number[] = [];
  let bytes = 0;
  let frames = 0;
  const ofOne: number[] = [];
  await Promise.all(
    sockets.map(
      (socket, index) =>
        new Promise<void>((resolve, reject) => {
          let any = false;
          socket.on('error', reject);
          socket.on('close', () => reject(new Error('A socket was closed.')));
          socket.on('message', (data: Buffer) => {
            const now = process.hrtime.bigint();
            const { text, end } = (job.ours ? readOurs : readRival)(JSON.parse(data.toString()));
            bytes += data.length;
            frames += 1;
            const tokens = text.split(' ').filter((token) => token !== '');
            if (tokens.length > 0 && !end)
              ofOne.push(data.length - text.length + text.length / tokens.length);
            for (const token of tokens) {
              const delay = Number(now - parseTime(token)) / 1e6;
              delays.push(delay);
              if (!any) firsts.push(delay);
              any = true;
            }
            if (end) resolve();
          });
          const message = {
            type: 'message.send',
            sessionId: ids[index],
            messageId: randomUUID(),
            text: 'Go.',
          };
          socket.send(JSON.stringify(job.ours ? { ...message, model: job.model } : { model: job.model }));
        }),
    ),
  );
  for (const socket of sockets) socket.removeAllListeners('close').close();
  stalled?.terminate();
  const sorted = delays.toSorted((a, b) => a - b);
  return {
    tokens: delays.length,
    bytes,
    frames,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    first: percentile(
      firsts.toSorted((a, b) => a - b),
      0.5,
    ),
    frameOfOne: percentile(
      ofOne.toSorted((a, b) => a - b),
      0.5,
    ),
  };
}

function parseTime(token: string): bigint {
  let value = 0n;
  for (const digit of token) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return value;
}

process.on('message', (job: Job) => {
  run(job).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
