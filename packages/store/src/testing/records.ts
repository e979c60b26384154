// Records for this package's own tests: session 1 with numbered turns.
import type { AcceptMessage, EntryStart, FinishTurn } from '@slipstream/agent';
import { noUsage } from '@slipstream/protocol';

export const now = '2026-01-01T00:00:00.000Z';
export const sessionId = 'aaaaaaaa-0000-7000-8000-000000000001';
export const idOf = (kind: 'message' | 'turn' | 'answer' | 'entry', n: number) => `${kind}-${n}`;

export function accept(n: number, text = `Question ${n}`, session = sessionId): AcceptMessage {
  return {
    session: { id: session, title: 'A title', model: 'm', mode: 'default', workspace: '/w', now },
    messageId: idOf('message', n),
    turnId: idOf('turn', n),
    text,
    model: undefined,
    mode: undefined,
    channel: 'web',
    now,
  };
}

export function finish(n: number, text = `Answer ${n}`, session = sessionId): FinishTurn {
  return {
    turnId: idOf('turn', n),
    sessionId: session,
    messageId: idOf('answer', n),
    status: 'completed',
    text,
    error: undefined,
    usage: { ...noUsage, inputTokens: 7 },
    trace: { steps: 1, tools: 0, agents: 0, durationMs: 1 },
    steps: 1,
    now,
  };
}

export function entry(n: number, seq: number, with_: Partial<EntryStart> = {}): EntryStart {
  return {
    id: `${idOf('entry', n)}-${seq}`,
    turnId: idOf('turn', n),
    parentId: null,
    seq,
    kind: 'tool',
    name: 'bash',
    status: 'running',
    input: {},
    startedAt: now,
    durationMs: null,
    ...with_,
  };
}
