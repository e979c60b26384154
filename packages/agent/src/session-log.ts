// The live log of one session: numbers its events, folds them into the running turn's view, keeps the newest for
// readers that come back, and hands each batch to every reader as one encoded frame. Deltas wait at most `joinMs`
// for company, and not at all after a quiet time. It stores nothing: whoever appends has stored what must be stored.
import {
  type AgentEvent,
  applyEvent,
  type EventsFrame,
  emptyTurnView,
  type SequencedEvent,
  type TurnView,
} from '@slipstream/protocol';
import { type Clock, toTimestamp } from './clock.ts';
import { type Delta, isDelta, joinDeltas } from './join-deltas.ts';

export type LogReader = { frame(text: string): void };

export type SessionLog = {
  readonly id: string;
  /** The number of the last event that was published; 0 before the first. */
  readonly seq: number;
  /** The running turn as of `seq`; null between turns. */
  readonly view: TurnView | null;
  readonly readers: number;
  /** `waited`: a delta that has waited for company already goes at once, and takes along what waits here. */
  append(event: AgentEvent, waited?: boolean): void;
  /** Publishes what waits for company; to be called before `seq` and `view` are read for a snapshot. */
  flush(): void;
  /** The events after `seq`, or null where they are not kept any more (or never were). */
  since(seq: number): SequencedEvent[] | null;
  /**
   * Uses up one number without an event, and keeps nothing from before it: whoever has missed it gets a snapshot. For
   * what changes the session's past (another branch), right before a snapshot is sent to all readers.
   */
  skip(): void;
  /** Sends a frame that is no event (it has no number), in order with those that are. */
  send(text: string): void;
  addReader(reader: LogReader): () => void;
};

export type SessionLogOptions = {
  id: string;
  sessionId: string;
  clock: Clock;
  joinMs?: number;
  /** How much is kept for readers that come back: events, and UTF-16 units of their texts. */
  keepEvents?: number;
  keepChars?: number;
};

export function createSessionLog(options: SessionLogOptions): SessionLog {
  const { sessionId, clock, joinMs = 25, keepEvents = 2000, keepChars = 256 * 1024 } = options;
  const readers = new Set<LogReader>();
  let kept: { event: SequencedEvent; chars: number }[] = [];
  let keptChars = 0;
  let seq = 0;
  let view: TurnView | null = null;
  let pending: Delta[] = [];
  let cancelTimer: (() => void) | undefined;
  let lastPublished = Number.NEGATIVE_INFINITY;

  const keep = (event: SequencedEvent) => {
    const chars = sizeOf(event);
    kept.push({ event, chars });
    keptChars += chars;
    if (kept.length <= keepEvents * 2 && keptChars <= keepChars * 2) return;
    // Trimmed by halves, so that keeping costs a constant per event.
    let from = 0;
    while (kept.length - from > keepEvents || keptChars > keepChars) {
      keptChars -= kept[from]?.chars ?? 0;
      from += 1;
    }
    kept = kept.slice(from);
  };

  const publish = (events: AgentEvent[]) => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (events.length === 0) return;
    lastPublished = clock.now();
    const numbered: SequencedEvent[] = [];
    for (const event of events) {
      seq += 1;
      if (event.type === 'turn.started' && !event.agent) view = emptyTurnView(event.turnId);
      if (view) view = applyEvent(view, event);
      if (event.type === 'turn.finished' && !event.agent) view = null;
      const one = { seq, ...event };
      numbered.push(one);
      keep(one);
    }
    if (readers.size === 0) return;
    const frame: EventsFrame = {
      type: 'events',
      sessionId,
      at: toTimestamp(lastPublished),
      events: numbered,
    };
    const text = JSON.stringify(frame);
    for (const reader of readers) reader.frame(text);
  };

  const flush = () => {
    const events = pending;
    pending = [];
    publish(events);
  };

  return {
    id: options.id,
    get seq() {
      return seq;
    },
    get view() {
      return view;
    },
    get readers() {
      return readers.size;
    },
    append(event, waited = false) {
      if (!isDelta(event)) {
        const events = pending;
        pending = [];
        publish([...events, event]);
        return;
      }
      addPending(pending, event);
      if (waited) return flush();
      if (cancelTimer) return;
      // Always the same wait, so that all logs share the runtime's one list of timers.
      if (clock.now() - lastPublished >= joinMs) flush();
      else cancelTimer = clock.after(joinMs, flush);
    },
    flush,
    since(after) {
      if (after > seq) return null;
      if (after === seq) return [];
      const first = kept[0]?.event.seq;
      if (first === undefined || after < first - 1) return null;
      return kept.slice(after - first + 1).map(({ event }) => event);
    },
    skip() {
      flush();
      seq += 1;
      kept = [];
      keptChars = 0;
    },
    send(text) {
      flush();
      for (const reader of readers) reader.frame(text);
    },
    addReader(reader) {
      readers.add(reader);
      return () => readers.delete(reader);
    },
  };
}

/** Looks a few places back, so that agents that stream side by side join as well. */
function addPending(pending: Delta[], event: Delta): void {
  const stop = Math.max(0, pending.length - 8);
  for (let index = pending.length - 1; index >= stop; index -= 1) {
    const earlier = pending[index];
    if (!earlier) break;
    const joined = joinDeltas(earlier, event);
    // What a call prints must not move before its arguments.
    if (!joined && 'callId' in earlier && 'callId' in event && earlier.callId === event.callId) break;
    if (joined) {
      pending[index] = joined;
      return;
    }
  }
  pending.push(event);
}

function sizeOf(event: AgentEvent): number {
  const fixed = 200;
  if (isDelta(event)) return fixed + event.text.length;
  if (event.type === 'tool.finished') return fixed + event.output.length;
  if (event.type === 'tool.started') return fixed + JSON.stringify(event.args).length;
  if (event.type === 'approval.requested')
    return fixed + JSON.stringify(event.args).length + (event.preview?.length ?? 0);
  if (event.type === 'turn.finished') return fixed + 2 * event.text.length;
  if (event.type === 'turn.started') return fixed + (event.message?.text.length ?? 0);
  return fixed;
}
