// Whether what a session costs grows with what is stored: opening one of 10,000 messages beside one of 100, through the real
// server's WebSocket (processor time of the server, time until the snapshot, bytes), scrolling back a page of each, and
// starting and holding a server with 10,000 stored sessions. Prints ratios; asserts nothing: `npm run bench -- sessions`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { Message } from '../packages/protocol/src/index.ts';
import { createSqliteStore } from '../packages/store/src/index.ts';
import { openSqlite } from '../packages/store/src/open-sqlite.ts';
import { cpuSeconds, residentBytes, startServer } from './relay/processes.ts';
import { median } from './support/median.ts';

const now = '2026-01-01T00:00:00.000Z';
const usage = { inputTokens: 1000, outputTokens: 100, reasoningTokens: 0, cachedTokens: 500 };
const trace = { steps: 1, tools: 0, agents: 0, durationMs: 1 };
const text = 'The quick brown fox jumps over the lazy dog. '.repeat(22);
const rounds = 200;
let nextNumber = 0;
const nextId = () => `00000000-0000-7000-8000-${String(nextNumber++).padStart(12, '0')}`;
const ratio = (of: number, against: number) => `${(of / against).toFixed(2)} x`;

type Store = Awaited<ReturnType<typeof createSqliteStore>>;
const session = (id: string) => ({
  id,
  title: 'Bench',
  model: 'demo',
  mode: 'default' as const,
  workspace: '/w',
  now,
});

/** A session of that many exchanges, in one transaction: a thousand times faster than turn by turn. */
async function addSession(store: Store, sessionId: string, exchanges: number): Promise<void> {
  const turns = Array.from({ length: exchanges }, () => ({
    id: nextId(),
    question: nextId(),
    answer: nextId(),
  }));
  const made = {
    sessionId,
    status: 'completed',
    text,
    createdAt: now,
    siblings: [],
    attachments: [],
  } as const;
  await store.archive.add({
    session: {
      ...session(sessionId),
      ...{
        pinned: false,
        archived: false,
        messageCount: 2 * exchanges,
        createdAt: now,
        updatedAt: now,
        usage,
      },
      headId: turns.at(-1)?.answer ?? null,
    },
    messages: turns.flatMap(({ id, question, answer }, index): Message[] => [
      {
        ...made,
        id: question,
        turnId: id,
        role: 'user',
        parentId: turns[index - 1]?.answer ?? null,
        siblings: [],
        attachments: [],
      },
      {
        ...made,
        id: answer,
        turnId: id,
        role: 'assistant',
        parentId: question,
        trace,
        siblings: [],
        attachments: [],
      },
    ]),
    turns: turns.map(({ id, question, answer }) => ({
      turn: {
        ...{
          id,
          sessionId,
          userMessageId: question,
          assistantMessageId: answer,
          status: 'completed',
          model: 'demo',
        },
        ...{ mode: 'default', channel: 'web', steps: 1, usage, startedAt: now, endedAt: now },
      },
      entries: [],
    })),
    attachments: [],
  });
}

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
  return socket;
}

type Opening = { ms: number; bytes: number };

/** Opens sessions one after the other, each time with a socket that may still send so many frames. */
function createOpener(url: string) {
  let socket: WebSocket | undefined;
  let opened = 0;
  return {
    /** Milliseconds until the snapshot is there, and its bytes. */
    async open(sessionId: string): Promise<Opening> {
      if (!socket || opened === 150) {
        socket?.terminate();
        socket = await connect(url);
        opened = 0;
      }
      opened += 1;
      const asked = socket;
      const begun = performance.now();
      return new Promise((resolve) => {
        const listen = (data: Buffer) => {
          if (!data.subarray(0, 40).includes('"snapshot"')) return;
          asked.off('message', listen);
          resolve({ ms: performance.now() - begun, bytes: data.length });
        };
        asked.on('message', listen);
        asked.send(JSON.stringify({ type: 'subscribe', sessionId }));
      });
    },
    close: () => socket?.terminate(),
  };
}

async function compareLengths(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
  const store = await createSqliteStore({ path: join(folder, 'slipstream.db') });
  const [small, large] = [nextId(), nextId()];
  await addSession(store, small, 50);
  await addSession(store, large, 5000);
  const middle = (await store.history.messages(large, { limit: 200 })).messages[0]?.id ?? '';
  await store.close();
  const server = await startServer({ DATA_DIR: folder });
  const opener = createOpener(server.url);
  const page = (id: string, before = '') =>
    fetch(`${server.url}/api/sessions/${id}/messages?limit=50${before}`).then((answer) => answer.text());
  const figures = { small: { ms: [] as number[], bytes: 0 }, large: { ms: [] as number[], bytes: 0 } };
  const scrolled = { newest: [] as number[], older: [] as number[] };
  for (let n = 0; n < rounds; n += 1) {
    for (const [name, id] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const { ms, bytes } = await opener.open(id);
      figures[name].ms.push(ms);
      figures[name].bytes = bytes;
    }
    for (const [name, before] of [
      ['newest', ''],
      ['older', `&before=${middle}`],
    ] as const) {
      const begun = performance.now();
      await page(large, before);
      scrolled[name].push(performance.now() - begun);
    }
  }
  /** Its share of the processor alone, which a busy machine does not change. */
  const cpu = async (id: string) => {
    const before = cpuSeconds(server.pid);
    for (let n = 0; n < 400; n += 1) await opener.open(id);
    return ((cpuSeconds(server.pid) - before) * 1000) / 400;
  };
  const spent = { small: [] as number[], large: [] as number[] };
  for (let n = 0; n < 5; n += 1) {
    spent.small.push(await cpu(small));
    spent.large.push(await cpu(large));
  }
  const { small: of100, large: of10000 } = figures;
  const [ms100, ms10000] = [median(of100.ms), median(of10000.ms)];
  console.log(`opening over the WebSocket: 100 messages ${ms100.toFixed(2)} ms, ${of100.bytes} bytes`);
  console.log(`  10,000 messages ${ms10000.toFixed(2)} ms, ${of10000.bytes} bytes`);
  console.log(`  time ${ratio(ms10000, ms100)}, bytes ${ratio(of10000.bytes, of100.bytes)}`);
  const [cpu100, cpu10000] = [median(spent.small), median(spent.large)];
  console.log(
    `  processor time ${ratio(cpu10000, cpu100)} (${cpu100.toFixed(2)} ms, ${cpu10000.toFixed(2)} ms each)`,
  );
  const [newest, older] = [median(scrolled.newest), median(scrolled.older)];
  console.log(
    `scrolling back a page: ${newest.toFixed(2)} ms, 200 messages further ${older.toFixed(2)} ms, ${ratio(older, newest)}`,
  );
  opener.close();
  await server.stop();
  rmSync(folder, { recursive: true });
}

async function holdMany(count: number): Promise<{ startMs: number; bytes: number; listMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
  const store = await createSqliteStore({ path: join(folder, 'slipstream.db') });
  const first = nextId();
  await store.sessions.create(session(first));
  await store.close();
  const sqlite = openSqlite(join(folder, 'slipstream.db'));
  const columns = (sqlite.pragma('table_info(sessions)') as { name: string }[]).map(({ name }) => name);
  const others = columns.filter((name) => name !== 'id').join(', ');
  const copy = sqlite.prepare(
    `insert into sessions (id, ${others}) select ?, ${others} from sessions where id = ?`,
  );
  sqlite.transaction(() => {
    for (let n = 1; n < count; n += 1) copy.run(nextId(), first);
  })();
  sqlite.close();
  const begun = performance.now();
  const server = await startServer({ DATA_DIR: folder });
  const startMs = performance.now() - begun;
  const socket = await connect(server.url);
  const listed: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    const from = performance.now();
    await fetch(`${server.url}/api/sessions`).then((answer) => answer.text());
    listed.push(performance.now() - from);
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const bytes = residentBytes(server.pid);
  socket.terminate();
  await server.stop();
  rmSync(folder, { recursive: true });
  return { startMs, bytes, listMs: median(listed) };
}

await compareLengths();
const runs: { few: Awaited<ReturnType<typeof holdMany>>[]; many: Awaited<ReturnType<typeof holdMany>>[] } = {
  few: [],
  many: [],
};
for (let n = 0; n < 3; n += 1) {
  runs.few.push(await holdMany(60));
  runs.many.push(await holdMany(10_000));
}
const of = (of: keyof typeof runs, field: 'startMs' | 'bytes' | 'listMs') =>
  median(runs[of].map((run) => run[field]));
for (const [what, field, unit] of [
  ['start', 'startMs', 1],
  ['memory', 'bytes', 1e6],
  ['the list', 'listMs', 1],
] as const)
  console.log(
    `10,000 stored sessions beside 60: ${what} ${ratio(of('many', field), of('few', field))} (${(of('many', field) / unit).toFixed(1)} against ${(of('few', field) / unit).toFixed(1)} ${field === 'bytes' ? 'MB' : 'ms'})`,
  );
process.exit();
