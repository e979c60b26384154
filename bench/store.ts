// What the store costs, as ratios against bare SQLite on the same disk, so that numbers of two machines compare:
// `node bench/store.ts`. Prints; asserts nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../packages/agent/src/index.ts';
import { createSqliteStore } from '../packages/store/src/index.ts';
import { openSqlite } from '../packages/store/src/open-sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
const now = '2026-01-01T00:00:00.000Z';
const usage = { inputTokens: 1000, outputTokens: 100, reasoningTokens: 0, cachedTokens: 500 };
const output = { text: 'o'.repeat(600), reasoning: '', finishReason: 'tool_calls' };
const trace = { steps: 1, tools: 0, agents: 0, durationMs: 1 };
let nextNumber = 0;
const nextId = () => `00000000-0000-7000-8000-${String(nextNumber++).padStart(12, '0')}`;

function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const spread = (samples: readonly number[]) =>
  `p50 ${percentile(samples, 0.5).toFixed(3)} ms, p99 ${percentile(samples, 0.99).toFixed(3)} ms`;

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function sample(times: number, run: () => unknown): Promise<number[]> {
  const samples: number[] = [];
  for (let n = 0; n < times; n++) samples.push(await timed(run));
  return samples;
}

async function acceptTurn(store: Store, sessionId: string, text: string): Promise<string> {
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
  return turnId;
}

async function runTurn(store: Store, sessionId: string, text: string): Promise<void> {
  const turnId = await acceptTurn(store, sessionId, text);
  await store.turns.beginTurn(turnId, now);
  const end = { status: 'completed', text, error: undefined, usage, trace, steps: 1, now } as const;
  await store.turns.finishTurn({ turnId, sessionId, messageId: nextId(), ...end });
}

/** Two calls, the second when the first is stored. */
async function addEntry(store: Store, turnId: string, seq: number): Promise<void> {
  for (const call of callsOf(store, turnId, seq)) await call();
}

/** The same as a turn makes them where its model is quick: what a step is waits for its end, and both are one commit. */
async function addStep(store: Store, turnId: string, seq: number): Promise<void> {
  await Promise.all(callsOf(store, turnId, seq).map((call) => call()));
}

function callsOf(store: Store, turnId: string, seq: number): (() => Promise<void>)[] {
  const id = nextId();
  const entry = { id, turnId, parentId: null, seq, kind: 'step', name: 'm', status: 'running' } as const;
  return [
    () => store.turns.startEntry({ ...entry, input: { step: seq }, startedAt: now, durationMs: null }),
    () => store.turns.endEntry({ id, turnId, status: 'ok', output, durationMs: 1, usage }),
  ];
}

async function compareWrites(): Promise<void> {
  const bare = openSqlite(join(folder, 'bare.db'));
  bare.exec('create table entries (id text primary key, input text, output text) strict');
  const insert = bare.prepare('insert into entries values (?, ?, ?)');
  const write = () => insert.run(nextId(), '{}', JSON.stringify(output));
  const writeTogether = bare.transaction(() => {
    for (let n = 0; n < 20; n++) write();
  });
  const store = await createSqliteStore({ path: join(folder, 'writes.db') });
  const turnId = await acceptTurn(store, nextId(), 'Q');
  await store.turns.beginTurn(turnId, now);
  let seq = 0;

  const together: number[] = [];
  const apart: number[] = [];
  const turn: number[] = [];
  const quick: number[] = [];
  // Taken in turns, so that a busy moment of the machine falls on all of them.
  for (let round = 0; round < 60; round++) {
    together.push(await timed(() => writeTogether()));
    apart.push(await timed(() => Array.from({ length: 40 }, write)));
    turn.push(
      await timed(async () => {
        for (let step = 0; step < 20; step++) await addEntry(store, turnId, ++seq);
      }),
    );
    quick.push(
      await timed(async () => {
        for (let step = 0; step < 20; step++) await addStep(store, turnId, ++seq);
      }),
    );
  }
  const [bareTogether, bareApart, stored, joined] = [together, apart, turn, quick].map((samples) =>
    percentile(samples, 0.5),
  ) as [number, number, number, number];
  console.log(`20 rows in one bare transaction: ${bareTogether.toFixed(2)} ms`);
  console.log(`a turn of 20 steps, a commit each (40 calls): ${joined.toFixed(2)} ms`);
  console.log(`  against the one transaction: ${(joined / bareTogether).toFixed(1)} x`);
  console.log(`the same, two commits each: ${stored.toFixed(2)} ms`);
  console.log(`  against the one transaction: ${(stored / bareTogether).toFixed(1)} x`);
  console.log(`  against 40 bare commits: ${(stored / bareApart).toFixed(2)} x`);

  const one = {
    starts: [] as number[],
    accepts: [] as number[],
    checkpoints: [] as number[],
    reads: [] as number[],
  };
  const text = 'c'.repeat(4000);
  for (let round = 0; round < 1000; round++) {
    one.starts.push(await timed(() => addEntry(store, turnId, ++seq)));
    one.accepts.push(await timed(() => acceptTurn(store, nextId(), 'Q')));
    one.checkpoints.push(await timed(() => store.turns.checkpoint(turnId, text)));
    one.reads.push(await timed(() => store.history.queue(nextId())));
  }
  console.log(`startEntry and endEntry: ${spread(one.starts)}`);
  console.log(`acceptMessage: ${spread(one.accepts)}`);
  console.log(`checkpoint of 4 KB: ${spread(one.checkpoints)}`);
  console.log(`an empty read: ${spread(one.reads)}`);
  await store.close();
  bare.close();
}

async function compareSizes(): Promise<void> {
  const path = join(folder, 'sizes.db');
  let store = await createSqliteStore({ path });
  const [small, large] = [nextId(), nextId()];
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(22);
  for (let n = 0; n < 50; n++) await runTurn(store, small, text);
  for (let n = 0; n < 5000; n++) await runTurn(store, large, text);
  const open = async (sessionId: string) => {
    await store.sessions.get(sessionId);
    await store.history.messages(sessionId, { limit: 50 });
    await store.history.queue(sessionId);
  };
  const [ofSmall, ofLarge] = [[] as number[], [] as number[]];
  for (let round = 0; round < 300; round++) {
    ofSmall.push(await timed(() => open(small)));
    ofLarge.push(await timed(() => open(large)));
  }
  console.log(`opening a session of 100 messages: ${spread(ofSmall)}`);
  console.log(`opening a session of 10,000 messages: ${spread(ofLarge)}`);
  console.log(`  ratio ${(percentile(ofLarge, 0.5) / percentile(ofSmall, 0.5)).toFixed(2)} x`);
  const search = (q: string) => () => store.sessions.list({ limit: 50, archived: false, q });
  console.log(
    `searching 10,100 messages of 1 KB for what is not there: ${spread(await sample(20, search('zzz')))}`,
  );
  console.log(`  for two words that are: ${spread(await sample(20, search('lazy fox')))}`);
  await store.close();
  const opening = await timed(async () => {
    store = await createSqliteStore({ path });
  });
  console.log(`starting on that database: ${opening.toFixed(0)} ms`);
  if (!process.argv.includes('--quick')) await compareRemovals(store, large, small);
  await store.close();
}

/** How long it takes to remove from a long session, and how long others wait meanwhile. */
async function compareRemovals(store: Store, large: string, small: string): Promise<void> {
  let half: string | undefined;
  for (let left = 5000; left > 0; left -= 200)
    half = (await store.history.messages(large, { limit: 200, before: half })).messages[0]?.id;
  const othersWait = async (what: string, remove: () => Promise<unknown>) => {
    const waits: number[] = [];
    let removing = true;
    const removed = timed(remove).finally(() => {
      removing = false;
    });
    while (removing) waits.push(await timed(() => store.sessions.get(small)));
    const longest = Math.max(...waits).toFixed(0);
    console.log(`removing ${what}: ${(await removed).toFixed(0)} ms; others wait ${longest} ms at most`);
  };
  await othersWait('5,000 messages of the larger session', async () => {
    for await (const _ of store.sessions.removeMessage(large, half ?? ''));
  });
  await othersWait('the larger session, 5,000 messages', () => store.sessions.delete(large));
}

try {
  await compareWrites();
  await compareSizes();
} finally {
  rmSync(folder, { recursive: true });
}
