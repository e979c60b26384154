// One session as the scripted server holds it, and what publishing events does to it.
import {
  type AgentEvent,
  applyEvent,
  emptyTurnView,
  type Message,
  type QueuedMessage,
  type SequencedEvent,
  type Session,
  type TurnView,
} from '@slipstream/protocol';
import { aSession } from './records.ts';

export type ServedSession = {
  session: Session | null;
  log: string;
  events: SequencedEvent[];
  /** The lowest seq that can still be resumed after. */
  forgotten: number;
  messages: Message[];
  /** How many of them a snapshot has. */
  inSnapshot: number;
  turn: TurnView | null;
  queue: QueuedMessage[];
};

export function emptySession(id: string): ServedSession {
  return {
    session: aSession({ id }),
    log: 'log-1',
    events: [],
    forgotten: 0,
    messages: [],
    inSnapshot: 50,
    turn: null,
    queue: [],
  };
}

/** Gives the events their numbers, folds them, and gives them back as they are sent. */
export function addEvents(served: ServedSession, events: readonly AgentEvent[]): SequencedEvent[] {
  const numbered = events.map((event, index) => ({ ...event, seq: served.events.length + index + 1 }));
  for (const event of events) {
    if (event.type === 'turn.started') served.turn = emptyTurnView(event.turnId);
    if (served.turn) served.turn = applyEvent(served.turn, event);
    if (event.type === 'turn.finished') served.turn = null;
    if ('message' in event && typeof event.message === 'object') served.messages.push(event.message);
  }
  served.events.push(...numbered);
  return numbered;
}
