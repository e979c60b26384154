// The thread that holds the tokenizer and its tables. Gets lists of texts, gives lists of counts.
import { parentPort } from 'node:worker_threads';
import { countInPieces } from './count-pieces.ts';

export type CountJob = { id: number; texts: readonly string[] };
export type CountDone = { id: number; counts: number[] };

parentPort?.on('message', ({ id, texts }: CountJob) => {
  const done: CountDone = { id, counts: texts.map(countInPieces) };
  parentPort?.postMessage(done);
});
