// Records for the contract tests: every id, time and text is fixed, so that a failure shows the same values each time.
import type { AcceptMessage, EntryStart, FinishTurn, NewSession, Store } from '@slipstream/agent';
import type { Usage } from '@slipstream/protocol';

/** The id of number `n` in a family: `id('a', 1)`. Families sort by letter, numbers within them. */
export function id(family: 'a' | 'b' | 'c' | 'd' | 'e', n: number): string {
  return `${family.repeat(8)}-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

/** Session, user message, turn, assistant message and entry ids. */
export const sessionId = (n: number) => id('a', n);
export const messageId = (n: number) => id('b', n);
export const turnId = (n: number) => id('c', n);
export const answerId = (n: number) => id('d', n);
export const entryId = (n: number) => id('e', n);

/** A time, `seconds` after the tests' first one. */
export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

export const usage: Usage = { inputTokens: 100, outputTokens: 20, reasoningTokens: 5, cachedTokens: 60 };

export function newSession(n: number, with_: Partial<NewSession> = {}): NewSession {
  return {
    id: sessionId(n),
    title: `Session ${n}`,
    model: 'model-a',
    mode: 'default',
    workspace: '/workspace',
    now: at(0),
    ...with_,
  };
}

/** Message `n` with turn `n` in session 1. */
export function newMessage(n: number, with_: Partial<AcceptMessage> = {}): AcceptMessage {
  return {
    session: newSession(1),
    messageId: messageId(n),
    turnId: turnId(n),
    text: `Question ${n}`,
    model: undefined,
    mode: undefined,
    channel: 'web',
    now: at(0),
    ...with_,
  };
}

/** The end of turn `n` of session 1 with answer `n`. */
export function turnEnd(n: number, with_: Partial<FinishTurn> = {}): FinishTurn {
  return {
    turnId: turnId(n),
    sessionId: sessionId(1),
    messageId: answerId(n),
    status: 'completed',
    text: `Answer ${n}`,
    error: undefined,
    usage,
    trace: { steps: 2, tools: 1, agents: 0, durationMs: 1500 },
    steps: 2,
    now: at(0),
    ...with_,
  };
}

/** Entry `n` of turn 1, a running step. */
export function newEntry(n: number, with_: Partial<EntryStart> = {}): EntryStart {
  return {
    id: entryId(n),
    turnId: turnId(1),
    parentId: null,
    seq: n,
    kind: 'step',
    name: 'model-a',
    status: 'running',
    input: { step: n },
    startedAt: at(0),
    durationMs: null,
    ...with_,
  };
}

/** Accepts message `n` and begins its turn. */
export async function beginTurn(store: Store, n: number, with_: Partial<AcceptMessage> = {}): Promise<void> {
  const input = newMessage(n, with_);
  await store.turns.acceptMessage(input);
  await store.turns.beginTurn(input.turnId, input.now);
}

/** Message `n`, answered. */
export async function finishTurn(store: Store, n: number, with_: Partial<AcceptMessage> = {}): Promise<void> {
  await beginTurn(store, n, with_);
  const { session, turnId, now } = newMessage(n, with_);
  await store.turns.finishTurn(turnEnd(n, { sessionId: session.id, turnId, now }));
}
