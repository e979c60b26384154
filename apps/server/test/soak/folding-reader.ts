// A reader of one session that trusts nothing: it folds all it is sent, loses its socket when it is told to, comes back
// where it was, and throws at the first thing that may not be. What it has seen of each turn is kept until it is taken.
import {
  applyEvent,
  emptyTurnView,
  type SequencedEvent,
  type ServerFrame,
  type TurnView,
} from '@slipstream/protocol';
import { openSocket, type TestSocket } from '../support/test-socket.ts';

export type FoldingReader = {
  /** Loses the connection at once and opens another, with what it has or with nothing. */
  reconnect(how: 'resume' | 'afresh'): Promise<void>;
  /** The running turn, as it sees it. */
  view(): TurnView | null;
  /** The turns that it saw to their end. */
  ended: Map<string, TurnView>;
  /** How many events it was sent. */
  events(): number;
  close(): void;
};

/** `fail` is called with what may not be; nothing is folded after it. */
export async function createFoldingReader(
  url: string,
  sessionId: string,
  fail: (problem: string) => void,
): Promise<FoldingReader> {
  const ended = new Map<string, TurnView>();
  let log: string | null = null;
  let seq = 0;
  let view: TurnView | null = null;
  let socket: TestSocket | undefined;
  let count = 0;
  /** Every frame belongs to one connection; those of an old one are not read any more. */
  let current = 0;

  const apply = ({ seq: number, ...event }: SequencedEvent) => {
    count += 1;
    if (number !== seq + 1) return fail(`event ${number} came after ${seq}`);
    seq = number;
    if (event.type === 'turn.started') {
      if (view) fail(`turn ${event.turnId} began while ${view.turnId} ran`);
      if (ended.has(event.turnId)) fail(`turn ${event.turnId} began again`);
      view = emptyTurnView(event.turnId);
    }
    if (!view || view.turnId !== event.turnId) return fail(`${event.type} of a turn that does not run`);
    const before = view;
    view = applyEvent(view, event);
    if (event.type === 'tool.finished' && view === before) fail('a call ended that had not begun');
    if (event.type !== 'turn.finished') return;
    for (const call of allCalls(view))
      if (['running', 'waiting', 'preparing'].includes(call.status)) fail(`a call was left ${call.status}`);
    for (const run of view.agents) if (run.status === 'running') fail('a sub-agent was left at work');
    ended.set(event.turnId, view);
    view = null;
  };

  const read = (frame: ServerFrame) => {
    if (frame.type === 'snapshot' && frame.sessionId === sessionId) {
      if (frame.log === log && frame.seq < seq) fail(`a snapshot of ${frame.seq} after event ${seq}`);
      if (frame.log === log && frame.seq === seq && JSON.stringify(frame.turn) !== JSON.stringify(view))
        fail(`the snapshot at ${seq} is not what the events give`);
      if (JSON.stringify(frame).length > 1024 * 1024) fail('a snapshot of more than 1 MiB');
      log = frame.log;
      seq = frame.seq;
      view = frame.turn;
    } else if (frame.type === 'resumed' && frame.sessionId === sessionId) {
      if (frame.log !== log || frame.seq !== seq) fail(`resumed at ${frame.seq}, asked for ${seq}`);
    } else if (frame.type === 'events' && frame.sessionId === sessionId) {
      for (const event of frame.events) apply(event);
    }
  };

  const connect = async (after: { log: string; seq: number } | undefined) => {
    current += 1;
    const mine = current;
    const next = await openSocket(url);
    socket = next;
    next.raw.on('message', (data) => {
      if (mine === current) read(JSON.parse(String(data)));
    });
    await next.ask({ type: 'subscribe', sessionId, ...(after ? { after } : {}) });
  };

  await connect(undefined);
  return {
    async reconnect(how) {
      current += 1;
      socket?.raw.terminate();
      if (how === 'afresh') {
        log = null;
        view = null;
        seq = 0;
      }
      await connect(log === null ? undefined : { log, seq });
    },
    view: () => view,
    ended,
    events: () => count,
    close() {
      current += 1;
      socket?.raw.terminate();
    },
  };
}

export function allCalls(view: TurnView) {
  return [...view.steps, ...view.agents.flatMap(({ steps }) => steps)].flatMap(({ calls }) => calls);
}
