// What a client makes of the frames of one session: the events in order, and the view that they fold to.
import { foldEvents, type SequencedEvent, type ServerFrame, type TurnView } from '@slipstream/protocol';
import type { TestSocket } from './test-socket.ts';

export function eventsOf(frames: readonly ServerFrame[], sessionId: string): SequencedEvent[] {
  return frames.flatMap((frame) =>
    frame.type === 'events' && frame.sessionId === sessionId ? frame.events : [],
  );
}

export function turnEvents(
  frames: readonly ServerFrame[],
  sessionId: string,
  turnId: string,
): SequencedEvent[] {
  return eventsOf(frames, sessionId).filter((event) => event.turnId === turnId);
}

/** Resolves when the turn is over for this socket, with its last event. */
export async function waitForEnd(socket: TestSocket, turnId: string) {
  const isEnd = (event: SequencedEvent) => event.type === 'turn.finished' && event.turnId === turnId;
  const frame = await socket.frames.waitFor((each) => each.type === 'events' && each.events.some(isEnd));
  const end = frame.type === 'events' ? frame.events.find(isEnd) : undefined;
  if (end?.type !== 'turn.finished') throw new Error('The frame lost its event.');
  return end;
}

/** Resolves when an event of that type has come for the session. */
export async function waitForEvent(socket: TestSocket, sessionId: string, type: SequencedEvent['type']) {
  await socket.frames.waitFor(
    (frame) =>
      frame.type === 'events' &&
      frame.sessionId === sessionId &&
      frame.events.some((event) => event.type === type),
  );
}

export function viewOf(frames: readonly ServerFrame[], sessionId: string, turnId: string): TurnView {
  return foldEvents(turnId, turnEvents(frames, sessionId, turnId));
}

/** Every number by one more than the last, from `first` on. */
export function isGapless(events: readonly SequencedEvent[], first: number): boolean {
  return events.every((event, index) => event.seq === first + index);
}
