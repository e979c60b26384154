// One event of a session's log onto what is shown of the session: the turn itself is folded by the protocol's own
// fold, and here begins and ends. Pure.
import { type AgentEvent, applyEvent, applyTodos, emptyTurnView, type TurnView } from '@slipstream/protocol';
import { placeMessage } from './place-message.ts';
import type { SessionState } from './types.ts';

/** How many views of past turns one session keeps; the oldest go first and can be loaded again. */
export const finishedLimit = 100;

/** The next state; the same object for an event that changes nothing (an unknown type, a turn that does not run). */
export function applySessionEvent(state: SessionState, event: AgentEvent): SessionState {
  const next = applyTurnEvent(state, event);
  const todos = applyTodos(state.todos, state.turn, event);
  return todos === state.todos ? next : { ...next, todos };
}

function applyTurnEvent(state: SessionState, event: AgentEvent): SessionState {
  if (event.type === 'turn.started' && !event.agent) {
    const { message, messageId } = event;
    return {
      ...state,
      turn: applyEvent(emptyTurnView(event.turnId), event),
      messages: message ? placeMessage(state.messages, message) : state.messages,
      hasMore: message?.parentId === null ? false : state.hasMore,
      queue: state.queue.some((queued) => queued.messageId === messageId)
        ? state.queue.filter((queued) => queued.messageId !== messageId)
        : state.queue,
    };
  }
  const turn = state.turn && applyEvent(state.turn, event);
  if (event.type === 'message.joined') {
    const { message, messageId } = event;
    return {
      ...state,
      turn,
      messages: message ? placeMessage(state.messages, message) : state.messages,
      queue: state.queue.filter((queued) => queued.messageId !== messageId),
    };
  }
  if (event.type === 'turn.finished' && !event.agent) {
    const ends = turn?.turnId === event.turnId;
    return {
      ...state,
      turn: ends ? null : turn,
      stopping: ends ? false : state.stopping,
      finished: ends ? withFinished(state.finished, turn) : state.finished,
      messages: event.message ? placeMessage(state.messages, event.message) : state.messages,
    };
  }
  return turn === state.turn ? state : { ...state, turn };
}

/** True for a message on a branch that is not shown, or not that far back: only a snapshot can place it. */
export function isElsewhere(state: SessionState, event: AgentEvent): boolean {
  if (!('message' in event) || typeof event.message !== 'object') return false;
  const { id, parentId } = event.message;
  return parentId !== null && !state.messages.some((each) => each.id === id || each.id === parentId);
}

/** Adds the view of a turn that is over. */
export function withFinished(
  finished: Readonly<Record<string, TurnView>>,
  view: TurnView,
): Readonly<Record<string, TurnView>> {
  const { [view.turnId]: _, ...others } = finished;
  const kept = Object.entries(others).slice(-(finishedLimit - 1));
  return { ...Object.fromEntries(kept), [view.turnId]: view };
}
