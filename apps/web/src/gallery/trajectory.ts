// What is on record of a turn, for the timeline beside a chat: two model calls, one after another attempt, a tool that
// waited for a person, and one that failed.
import type { Trajectory, TrajectoryEntry } from '@slipstream/protocol';
import { sessionId, turnId } from '../testing/records.ts';

const start = Date.UTC(2026, 0, 5, 9);
const at = (ms: number) => new Date(start + ms).toISOString();
const usage = { inputTokens: 8200, outputTokens: 310, reasoningTokens: 120, cachedTokens: 6100 };

function entry(seq: number, parent: number | null, fields: Partial<TrajectoryEntry>): TrajectoryEntry {
  return {
    id: `e${seq}`,
    turnId,
    parentId: parent === null ? null : `e${parent}`,
    seq,
    kind: 'tool',
    name: 'bash',
    status: 'ok',
    input: null,
    output: null,
    startedAt: at(0),
    durationMs: 0,
    ...fields,
  };
}

function call(title: string, args: object, text: string) {
  return {
    input: { callId: title, step: 1, title, args },
    output: { text, truncated: false, bytes: text.length },
  };
}

function step(step: number, text: string, finishReason: string) {
  return {
    kind: 'step' as const,
    name: 'gpt-5',
    input: { step },
    output: { text, reasoning: '', finishReason },
    usage: { ...usage, estimated: false, costUsd: 0.0123 },
  };
}

export function toTrajectory(words: string): Trajectory {
  const test = 'npm test -- --run src/nightly';
  return {
    turn: {
      id: turnId,
      sessionId,
      userMessageId: turnId,
      assistantMessageId: null,
      status: 'completed',
      model: 'gpt-5',
      mode: 'default',
      channel: 'web',
      steps: 2,
      usage,
      costUsd: 0.0246,
      startedAt: at(0),
      endedAt: at(38_400),
    },
    changes: [],
    entries: [
      entry(1, null, { ...step(1, words, 'tool_calls'), durationMs: 6000 }),
      entry(2, 1, {
        kind: 'retry',
        name: 'rate_limit',
        input: { step: 1, attempt: 1, delayMs: 2000, message: '429 Too Many Requests' },
        startedAt: at(1500),
      }),
      entry(3, 1, {
        ...call(test, { command: test }, 'Test Files  1 passed (1)'),
        startedAt: at(6000),
        durationMs: 24_000,
      }),
      entry(4, 3, {
        kind: 'approval',
        input: { approvalId: 'a', callId: test, args: {}, reason: '', preview: null, onceOnly: false },
        output: { decision: 'allow_once', note: null },
        startedAt: at(6000),
        durationMs: 9000,
      }),
      entry(5, 1, {
        name: 'read_file',
        status: 'error',
        ...call(
          'src/nightly/reprot.test.ts',
          { path: 'src/nightly/reprot.test.ts' },
          'There is no such file.',
        ),
        startedAt: at(6000),
        durationMs: 300,
      }),
      entry(6, null, { ...step(2, words, 'stop'), startedAt: at(30_000), durationMs: 8400 }),
    ],
  };
}
