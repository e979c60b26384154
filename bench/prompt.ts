// What building the prompt of a long session costs against a short one: `node bench/prompt.ts`. Loads what a turn loads
// and makes the messages that it sends. The long session was folded as it grew, the way turns fold it; beside it stands
// one that never was. Prints; asserts nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxPastMessages } from '../packages/agent/src/context/fit-prompt.ts';
import { loadPast } from '../packages/agent/src/context/load-past.ts';
import { toPastPart } from '../packages/agent/src/context/prompt-keeper.ts';
import { toPromptMessages } from '../packages/agent/src/context/turn-prompt.ts';
import type { Store } from '../packages/agent/src/index.ts';
import { createSqliteStore } from '../packages/store/src/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
const now = '2026-01-01T00:00:00.000Z';
const usage = { inputTokens: 1000, outputTokens: 100, reasoningTokens: 0, cachedTokens: 500 };
const trace = { steps: 1, tools: 0, agents: 0, durationMs: 1 };
const text = 'Some words that a message may have, as people write them. '.repeat(8);
let nextNumber = 0;
const nextId = () => `00000000-0000-7000-8000-${String(nextNumber++).padStart(12, '0')}`;

async function addTurn(store: Store, sessionId: string): Promise<string> {
  const turnId = nextId();
  const session = {
    id: sessionId,
    title: 'Bench',
    model: 'm',
    mode: 'default' as const,
    workspace: '/w',
    now,
  };
  const message = {
    messageId: nextId(),
    turnId,
    text,
    model: undefined,
    mode: undefined,
    channel: 'web',
    now,
  };
  await store.turns.acceptMessage({ session, ...message });
  await store.turns.beginTurn(turnId, now);
  const messageId = nextId();
  const end = { status: 'completed', text, error: undefined, usage, trace, steps: 1, now } as const;
  await store.turns.finishTurn({ turnId, sessionId, messageId, ...end });
  return messageId;
}

/** As turns do it: when more than so many messages stand, all but the newest 70 become a summary. */
async function fill(store: Store, sessionId: string, messages: number, folding: boolean): Promise<void> {
  const ids: string[] = [];
  let standing = 0;
  for (let made = 0; made < messages; made += 2) {
    ids.push(await addTurn(store, sessionId));
    standing += 2;
    if (!folding || standing <= maxPastMessages) continue;
    const fold = { messages: standing - 70, beforeTokens: 9000, afterTokens: 2000, now };
    const throughId = ids.at(-36) ?? '';
    await store.summaries.add({
      id: nextId(),
      sessionId,
      throughId,
      text: 'A summary. '.repeat(400),
      ...fold,
    });
    standing = 70;
  }
}

async function build(store: Store, sessionId: string): Promise<number> {
  const past = await loadPast(store, sessionId);
  const messages = toPromptMessages({
    fixedTokens: 0,
    summary: past.summary === undefined ? null : { text: past.summary, tokens: 0 },
    past: past.messages.map((message) => toPastPart(message)),
    recalled: null,
    user: { text: 'next', tokens: 1 },
    stepsSummary: null,
    steps: [],
  });
  return messages.length;
}

async function median(store: Store, sessionId: string): Promise<{ ms: number; messages: number }> {
  const samples: number[] = [];
  let messages = 0;
  for (let n = 0; n < 60; n += 1) {
    const start = performance.now();
    messages = await build(store, sessionId);
    if (n >= 10) samples.push(performance.now() - start);
  }
  return { ms: samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0, messages };
}

const store = await createSqliteStore({ path: join(folder, 'bench.db') });
try {
  const cases = [
    { name: '100 messages', messages: 100, folding: true },
    { name: '10,000 messages, folded as they came', messages: 10_000, folding: true },
    { name: '10,000 messages, never folded (an import)', messages: 10_000, folding: false },
  ];
  let first: number | undefined;
  for (const { name, messages, folding } of cases) {
    const sessionId = nextId();
    await fill(store, sessionId, messages, folding);
    const { ms, messages: sent } = await median(store, sessionId);
    first ??= ms;
    console.log(
      `${name}: median ${ms.toFixed(2)} ms, ${sent} messages sent, ${(ms / first).toFixed(2)} times the first`,
    );
  }
} finally {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}
