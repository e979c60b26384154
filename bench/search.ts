// What a search costs over 100,000 messages (SEARCH_MESSAGES changes that), for many kinds of query, and what the search of the session list costs:
// `npm run bench -- search`. Prints; asserts nothing.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore } from '../packages/store/src/index.ts';

const count = Number(process.env['SEARCH_MESSAGES'] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
const now = '2026-01-01T00:00:00.000Z';
const usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0 };
let nextNumber = 0;
const nextId = () => `00000000-0000-7000-8000-${String(nextNumber++).padStart(12, '0')}`;

const english =
  'the agent reads a file and writes another one then runs tests until they pass stream token server database index query folder rename commit branch'.split(
    ' ',
  );
const chinese = [
  ...'的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经',
];
let state = 7;
const random = (below: number) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % below;
};
const pick = (from: readonly string[]) => from[random(from.length)] ?? '';
const words = (n: number) => Array.from({ length: n }, () => pick(english)).join(' ');
const characters = (n: number) => Array.from({ length: n }, () => pick(chinese)).join('');

const store = await createSqliteStore({ path: join(folder, 'bench.db') });
const started = performance.now();
for (let n = 0; n < count; n += 2) {
  const sessionId = `10000000-0000-7000-8000-${String(Math.floor(n / 100)).padStart(12, '0')}`;
  const turnId = nextId();
  const session = {
    id: sessionId,
    title: words(4),
    model: 'm',
    mode: 'default' as const,
    workspace: '/w',
    now,
  };
  const rare = n === 1000 ? ' quokka 鸿鹄之志' : '';
  await store.turns.acceptMessage({
    session,
    messageId: nextId(),
    turnId,
    text: words(25) + rare,
    model: undefined,
    mode: undefined,
    channel: 'web',
    now,
  });
  await store.turns.beginTurn(turnId, now);
  await store.turns.finishTurn({
    turnId,
    sessionId,
    messageId: nextId(),
    status: 'completed',
    text: `${words(30)}。${characters(60)}`,
    error: undefined,
    usage,
    trace: { steps: 1, tools: 0, agents: 0, durationMs: 1 },
    steps: 1,
    now,
  });
}
const seconds = (performance.now() - started) / 1000;
const megabytes = statSync(join(folder, 'bench.db')).size / 1024 / 1024;
console.log(`${count} messages stored in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`);

const queries: [kind: string, q: string][] = [
  ['a common word', 'the'],
  ['the beginning of words', 'str'],
  ['the longer beginning of words', 'strea'],
  ['one letter', 's'],
  ['a phrase of common words', 'reads-a-file'],
  ['a common and a missing word', 'the zebra'],
  ['two words', 'server database'],
  ['five words', 'stream token server database index'],
  ['a rare word', 'quokka'],
  ['no word of any text', 'zebra'],
  ['one Chinese character', '中'],
  ['two Chinese characters', '中国'],
  ['three Chinese characters', '中国人'],
  ['four Chinese characters, rare', '鸿鹄之志'],
  ['English and Chinese', 'commit 中'],
  ['signs only', '"*-NEAR('],
  ['the middle of a word', 'atabas'],
  ['10 kB', 'stream '.repeat(1500)],
  ['10 kB in Chinese', '中国'.repeat(3000)],
];
const ways = {
  'places, 30 of them': async (q: string) => (await store.search.find({ q, limit: 30 })).length,
  'sessions, 50 of them': async (q: string) =>
    (await store.sessions.list({ q, limit: 50, archived: false })).sessions.length,
};
for (const [way, run] of Object.entries(ways)) {
  console.log(`\n${way}`);
  for (const [kind, q] of queries) {
    const samples: number[] = [];
    let hits = await run(q);
    for (let round = 0; round < 40; round++) {
      const start = performance.now();
      hits = await run(q);
      samples.push(performance.now() - start);
    }
    samples.sort((a, b) => a - b);
    const at = (share: number) => (samples[Math.floor(samples.length * share)] ?? 0).toFixed(2);
    console.log(`${kind.padEnd(32)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${hits} hits`);
  }
}
await store.close();
rmSync(folder, { recursive: true, force: true });
