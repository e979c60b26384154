// A WebSocket client for tests: every frame collected, every end awaited, raw bytes possible.
import type { AckFrame, ClientFrame, ErrorFrame, ServerFrame, SnapshotFrame } from '@slipstream/protocol';
import { type Collector, createCollector, deferred } from '@slipstream/testkit';
import { WebSocket } from 'ws';

type WithoutId<F> = F extends unknown ? Omit<F, 'id'> : never;

export type TestSocket = {
  raw: WebSocket;
  frames: Collector<ServerFrame>;
  closed: Promise<{ code: number; reason: string }>;
  send(frame: ClientFrame): void;
  sendText(text: string): void;
  /** Sends the frame with an id of its own and gives what answers it. */
  ask(frame: WithoutId<ClientFrame>): Promise<AckFrame | ErrorFrame>;
  /** The next snapshot of the session after `seen` of them. */
  snapshot(sessionId: string, seen?: number): Promise<SnapshotFrame>;
  close(): Promise<void>;
};

/** Resolves when `ready` has come; rejects with the status when the upgrade is refused. */
export async function openSocket(
  url: string,
  headers: Record<string, string> = {},
  path = '/ws',
): Promise<TestSocket> {
  const raw = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, { headers, perMessageDeflate: false });
  const frames = createCollector<ServerFrame>();
  const closed = deferred<{ code: number; reason: string }>();
  const opened = deferred();
  let count = 0;
  raw.on('message', (data) => frames.add(JSON.parse(String(data)) as ServerFrame));
  raw.on('close', (code, reason) => closed.resolve({ code, reason: String(reason) }));
  raw.on('open', () => opened.resolve());
  raw.on('error', (error) => opened.reject(error));
  await opened.promise;
  await frames.waitFor((frame) => frame.type === 'ready');
  const send = (frame: ClientFrame) => raw.send(JSON.stringify(frame));
  return {
    raw,
    frames,
    closed: closed.promise,
    send,
    sendText: (text) => raw.send(text),
    async ask(frame) {
      count += 1;
      const id = `ask-${count}`;
      send({ ...frame, id } as ClientFrame);
      const answer = await frames.waitFor(
        (each) => (each.type === 'ack' || each.type === 'error') && each.id === id,
      );
      return answer as AckFrame | ErrorFrame;
    },
    async snapshot(sessionId, seen = 0) {
      let count = 0;
      const frame = await frames.waitFor((each) => {
        if (each.type === 'snapshot' && each.sessionId === sessionId) count += 1;
        return count > seen;
      });
      return frame as SnapshotFrame;
    },
    async close() {
      raw.close();
      await closed.promise;
    },
  };
}
