// One event onto a session's state as a test plays it: as the client folds it, but in any order and without numbers.
import type { SessionState } from '@slipstream/client';
import { type AgentEvent, applyEvent, applyTodos, emptyTurnView } from '@slipstream/protocol';

export function applyPlayed(state: SessionState, event: AgentEvent): SessionState {
  const before = state.turn?.turnId === event.turnId ? state.turn : emptyTurnView(event.turnId);
  const turn = applyEvent(before, event);
  const added = 'message' in event && typeof event.message === 'object' ? [event.message] : [];
  const messages = [...state.messages, ...added];
  const todos = applyTodos(state.todos, before, event);
  if (event.type !== 'turn.finished') return { ...state, messages, todos, turn };
  const finished = { ...state.finished, [turn.turnId]: turn };
  return { ...state, messages, todos, turn: null, stopping: false, finished };
}
