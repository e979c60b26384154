// The TokenCounter port on gpt-tokenizer, in a thread of its own: it is started by the first text that is not known,
// holds neither the loop nor the process, and is given up after a quiet while, since its tables are large.
import { Worker } from 'node:worker_threads';
import { roughCounter, type TokenCounter } from '@slipstream/agent';
import type { CountDone, CountJob } from './token-worker.ts';

export type ClosableCounter = TokenCounter & { close(): Promise<void> };

const maxKnown = 20_000;
const maxKnownChars = 8 * 1024 * 1024;
const quietMs = 120_000;

type Waiting = { texts: readonly string[]; resolve(counts: number[]): void };

/** Where the thread fails its texts are estimated: a count is never worth a turn. */
export function createTokenCounter(): ClosableCounter {
  const known = new Map<string, number>();
  let knownChars = 0;
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let worker: Worker | undefined;
  let quiet: NodeJS.Timeout | undefined;

  const remember = (text: string, count: number) => {
    if (known.has(text)) return;
    known.set(text, count);
    knownChars += text.length;
    for (const oldest of known.keys()) {
      if (known.size <= maxKnown && knownChars <= maxKnownChars) break;
      known.delete(oldest);
      knownChars -= oldest.length;
    }
  };
  const giveUp = (broken: Worker) => {
    if (worker === broken) worker = undefined;
    for (const [id, { texts, resolve }] of waiting) {
      waiting.delete(id);
      void roughCounter.count(texts).then(resolve);
    }
  };
  const rest = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => void worker?.terminate(), quietMs);
    quiet.unref();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./token-worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    started.on('message', ({ id, counts }: CountDone) => {
      waiting.get(id)?.resolve(counts);
      waiting.delete(id);
    });
    started.on('error', () => giveUp(started));
    started.on('exit', () => giveUp(started));
    started.unref();
    return started;
  };
  const ask = (texts: readonly string[]) =>
    new Promise<number[]>((resolve) => {
      const job: CountJob = { id: nextId, texts };
      nextId += 1;
      waiting.set(job.id, { texts, resolve });
      worker ??= start();
      worker.postMessage(job);
      rest();
    });

  return {
    async count(texts) {
      const unknown = [...new Set(texts)].filter((text) => text !== '' && !known.has(text));
      const counts = unknown.length === 0 ? [] : await ask(unknown);
      const fresh = new Map(unknown.map((text, index) => [text, counts[index] ?? 0]));
      for (const [text, count] of fresh) remember(text, count);
      return texts.map((text) => fresh.get(text) ?? known.get(text) ?? 0);
    },
    async close() {
      clearTimeout(quiet);
      await worker?.terminate();
    },
  };
}
