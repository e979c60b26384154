// A program that is killed: several workers run turns on one store and print the id of each thing that was
// acknowledged as stored, one a line, written through before they go on. Arguments: the database, a number for ids.
import { writeSync } from 'node:fs';
import { createSqliteStore } from '../create-sqlite-store.ts';
import { accept, entry, finish, idOf, now } from './records.ts';

const [path = '', run = '0'] = process.argv.slice(2);
const workers = 4;
const turnsPerWorker = 5000;

const store = await createSqliteStore({ path });
let recovered = 0;
await store.turns.recover(now, () => `recovered-${run}-${recovered++}`);
const acknowledge = (id: string) => void writeSync(1, `${id}\n`);

async function work(worker: number): Promise<void> {
  const session = `session-${worker}`;
  for (let turn = 0; turn < turnsPerWorker; turn++) {
    const n = (Number(run) * workers + worker) * turnsPerWorker + turn;
    await store.turns.acceptMessage(accept(n, `Question ${n} ${'x'.repeat((n % 7) * 900)}`, session));
    acknowledge(idOf('turn', n));
    await store.turns.beginTurn(idOf('turn', n), now);
    acknowledge(idOf('message', n));
    await store.turns.startEntry(entry(n, 1));
    acknowledge(`${idOf('entry', n)}-1`);
    await store.turns.checkpoint(idOf('turn', n), `Answer ${n}`);
    await store.turns.endEntry({
      id: `${idOf('entry', n)}-1`,
      turnId: idOf('turn', n),
      status: 'ok',
      output: 'y'.repeat((n % 5) * 2000),
      durationMs: 1,
    });
    await store.turns.finishTurn(finish(n, `Answer ${n}`, session));
    acknowledge(idOf('answer', n));
  }
}

await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
