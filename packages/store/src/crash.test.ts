// What was acknowledged is there after the process was killed, wherever it was in its work. The kills fall at random
// points, the same ones for the same seed; CRASH_RUNS and CRASH_SEED change how many and which.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createSqliteStore } from './create-sqlite-store.ts';
import { now } from './testing/records.ts';
import { useTempFolder } from './testing/temp-folder.ts';

const runs = Number(process.env['CRASH_RUNS'] ?? 5);
const seed = Number(process.env['CRASH_SEED'] ?? 20261130);
const program = fileURLToPath(new URL('./testing/work-until-killed.ts', import.meta.url));

/** Starts the program, kills it when it has acknowledged `count` things, and gives all that it acknowledged. */
async function workAndKill(path: string, run: number, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [program, path, String(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  let lines = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    lines += text.split('\n').length - 1;
    if (lines >= count) child.kill('SIGKILL');
  });
  const [code, signal] = await once(child, 'close');
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' });
  // The last line may be cut in two by the kill.
  return printed.split('\n').slice(0, -1);
}

function storedIds(path: string): Set<string> {
  const sqlite = new Sqlite(path, { readonly: true });
  try {
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
    const ids = sqlite.prepare<[], string>(
      'select id from turns union all select id from messages union all select id from trajectories',
    );
    return new Set(ids.pluck().all());
  } finally {
    sqlite.close();
  }
}

it(`loses nothing that was acknowledged in ${runs} kills (seed ${seed})`, {
  timeout: 30_000 * runs,
}, async () => {
  const { path } = useTempFolder();
  const random = seededRandom(seed);
  const acknowledged: string[] = [];
  for (let run = 0; run < runs; run++) {
    acknowledged.push(...(await workAndKill(path, run, 1 + Math.floor(random() * 150))));
    const stored = storedIds(path);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  }
  expect(acknowledged.length).toBeGreaterThan(runs);

  const store = await createSqliteStore({ path });
  let next = 0;
  await store.turns.recover(now, () => `last-${next++}`);
  const { sessions } = await store.sessions.list({ limit: 10, archived: false });
  for (const session of sessions) {
    const { messages } = await store.history.messages(session.id, { limit: 1_000_000 });
    expect(messages.map((message) => message.role)).toEqual(
      messages.map((_, index) => (index % 2 === 0 ? 'user' : 'assistant')),
    );
    expect(messages).toHaveLength(session.messageCount);
  }
  await store.close();
});

/** mulberry32 */
function seededRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
