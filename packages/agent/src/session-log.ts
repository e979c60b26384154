// The live log of one session: numbers its events, folds them into the running turn's view, keeps the newest for
// readers that come back, and hands each batch to every reader as one encoded frame. Deltas wait at most `joinMs`
// for company, and not at all after a quiet time. It stores nothing: whoever appends has stored what must be stored.
import type { AgentEvent, SequencedEvent, TurnView } from '@slipstream/protocol';
import { type Clock, toTimestamp } from './clock.ts';
import { type Delta, isDelta, joinDeltas } from './join-deltas.ts';
import { createKeptEvents } from './kept-events.ts';
import { createLiveView } from './live-view.ts';
import type { SpeechRun } from './speech-run.ts';

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
  const kept = createKeptEvents({ events: keepEvents, chars: keepChars });
  const view = createLiveView();
  const frameHead = `{"type":"events","sessionId":${JSON.stringify(sessionId)},"at":"`;
  let seq = 0;
  let pending: Delta[] = [];
  let cancelTimer: (() => void) | undefined;
  let lastPublished = Number.NEGATIVE_INFINITY;

  const publish = (events: AgentEvent[]) => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (events.length === 0) return;
    lastPublished = clock.now();
    const told = readers.size === 0 ? undefined : ([] as string[]);
    for (const event of events) {
      seq += 1;
      view.apply(event);
      const run = kept.add(seq, event);
      told?.push(run ? toSpeechJson(seq, run) : JSON.stringify({ seq, ...event }));
    }
    if (!told) return;
    const text = `${frameHead}${toTimestamp(lastPublished)}","events":[${told.join()}]}`;
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
      return view.get();
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
      return kept.from(after + 1);
    },
    skip() {
      flush();
      seq += 1;
      kept.clear();
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

/** The same as the event's own JSON; most events are pieces of speech, and most of such a piece is as in the one before. */
function toSpeechJson(seq: number, run: SpeechRun): string {
  return `{"seq":${seq},${run.head},"text":${JSON.stringify(run.texts.at(-1))}}`;
}
