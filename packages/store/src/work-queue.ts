// The order of the calls to a database with one connection, and how many share a commit. Calls of one round of the
// event loop are done in one transaction, each of several statements behind a savepoint of its own: with many sessions at
// work, commits cost more than what is stored. Must not know any table, nor what a call does.
import type { Kysely } from 'kysely';

/**
 * `durable`: it waits for the disk. `soon`: it does not. `one`: nor does this, and it changes something with one statement
 * at most, which SQLite undoes by itself where it fails; what rejects otherwise has changed nothing.
 */
export type CallKind = 'read' | 'one' | 'soon' | 'durable';

export type WorkQueue<DB> = {
  /** Runs `work` after all earlier calls, and resolves when what it and they wrote is committed. */
  add<T>(kind: CallKind, work: (db: Kysely<DB>) => Promise<T>): Promise<T>;
  /** Runs `work`, which must not call the database, after all earlier calls; later ones wait for it. */
  hold(work: () => Promise<void>): Promise<void>;
  /** Resolves when the calls made so far have ended. Never rejects. */
  drained(): Promise<void>;
};

export type WorkQueueOptions<DB> = {
  db: Kysely<DB>;
  /** Runs a statement of a transaction on the connection of `db`, at once: there are a dozen in each step of a turn. */
  execute(text: string): void;
  /** Whether SQLite still has the transaction open: after some errors it has rolled back by itself. */
  inTransaction(): boolean;
  /** Says how the next transaction is to be committed. */
  begins(durable: boolean): void;
  /** Must not throw: what was committed must not be done again. */
  committed(durable: boolean): void;
  /** Milliseconds that only ever grow. */
  now?(): number;
};

type Call = {
  kind: CallKind | 'hold';
  run(): Promise<unknown>;
  resolve(value: unknown): void;
  reject(thrown: unknown): void;
};
type Outcome = { call: Call; ok: boolean; value: unknown };

/** So that a call behind many others is answered before all of them have ended. */
const maxBatch = 64;
/** How long the calls of one transaction may take before it is committed with what it has: streams go on in between. */
const maxBatchMs = 5;

export function createWorkQueue<DB>(options: WorkQueueOptions<DB>): WorkQueue<DB> {
  const { db, execute, inTransaction, begins, committed, now = () => performance.now() } = options;
  const waiting: Call[] = [];
  let pumping: Promise<void> | undefined;

  const rollBack = () => {
    if (inTransaction()) execute('rollback');
  };

  /** All of `work` in one transaction; rejects, with nothing stored, when that fails. */
  const transact = async <T>(durable: boolean, work: () => Promise<T>): Promise<T> => {
    begins(durable);
    execute('begin immediate');
    let value: T;
    try {
      value = await work();
      execute('commit');
    } catch (thrown) {
      rollBack();
      throw thrown;
    }
    committed(durable);
    return value;
  };

  const runAlone = async (call: Call) => {
    try {
      const durable = call.kind === 'durable';
      const apart = call.kind === 'read' || call.kind === 'hold';
      call.resolve(await (apart ? call.run() : transact(durable, call.run)));
    } catch (thrown) {
      call.reject(thrown);
    }
  };

  const runBehindSavepoint = async (call: Call): Promise<Outcome> => {
    execute('savepoint one');
    try {
      const value = await call.run();
      execute('release one');
      return { call, ok: true, value };
    } catch (thrown) {
      // Where even that fails the whole transaction is gone, and each call is done again alone.
      execute('rollback to one');
      execute('release one');
      return { call, ok: false, value: thrown };
    }
  };

  const runBare = async (call: Call): Promise<Outcome> => {
    try {
      return { call, ok: true, value: await call.run() };
    } catch (thrown) {
      if (!inTransaction()) throw thrown;
      return { call, ok: false, value: thrown };
    }
  };

  /** Does one after the other while there is time; gives how many. */
  const whileTime = async (
    calls: readonly Call[],
    run: (call: Call) => Promise<unknown>,
  ): Promise<number> => {
    const until = now() + maxBatchMs;
    let done = 0;
    for (const call of calls) {
      await run(call);
      done += 1;
      if (now() >= until) break;
    }
    return done;
  };

  /** In one transaction, as far as there is time; gives how many of the first calls are done with. */
  const runTogether = async (calls: readonly Call[]): Promise<number> => {
    const outcomes: Outcome[] = [];
    try {
      await transact(
        calls.some(({ kind }) => kind === 'durable'),
        async () => {
          await whileTime(calls, async (call) => {
            const bare = call.kind === 'read' || call.kind === 'one';
            outcomes.push(await (bare ? runBare(call) : runBehindSavepoint(call)));
          });
        },
      );
    } catch {
      for (const call of calls.slice(0, outcomes.length || 1)) await runAlone(call);
      return outcomes.length || 1;
    }
    for (const { call, ok, value } of outcomes) ok ? call.resolve(value) : call.reject(value);
    return outcomes.length;
  };

  const takeBatch = (): Call[] => {
    const held = waiting.findIndex(({ kind }) => kind === 'hold');
    return waiting.splice(0, held === 0 ? 1 : Math.min(maxBatch, held < 0 ? maxBatch : held));
  };

  const pump = async () => {
    while (waiting.length > 0) {
      // What other sockets and timers ask in this round of the event loop goes together, and none of them waits for long.
      await new Promise(setImmediate);
      const calls = takeBatch();
      const together = calls.length > 1 && calls.some(({ kind }) => kind !== 'read');
      const done = together ? await runTogether(calls) : await whileTime(calls, runAlone);
      if (done < calls.length) waiting.unshift(...calls.slice(done));
    }
    pumping = undefined;
  };

  const push = <T>(kind: Call['kind'], run: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ kind, run, resolve: resolve as Call['resolve'], reject });
      pumping ??= pump();
    });

  return {
    add: (kind, work) => push(kind, () => work(db)),
    hold: (work) => push('hold', work),
    async drained() {
      while (pumping) await pumping;
    },
  };
}
