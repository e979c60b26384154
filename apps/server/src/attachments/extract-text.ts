// The text of a document, worked out in a thread with a limit on its time and its memory.
import { Worker } from 'node:worker_threads';

export type Extracted = { text: string; note: string | null };

const maxChars = 400_000;
const program = new URL('./extract-worker.ts', import.meta.url);

/** Never rejects: a document that cannot be read is one without text, and `note` says why. */
export function extractText(
  kind: 'pdf' | 'docx',
  bytes: Buffer,
  limits: { timeMs: number; memoryMb: number } = { timeMs: 20_000, memoryMb: 256 },
): Promise<Extracted> {
  return new Promise((resolve) => {
    const worker = new Worker(program, {
      workerData: { kind, bytes: new Uint8Array(bytes), maxChars },
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
      env: {},
      stdout: true,
      stderr: true,
    });
    const done = (extracted: Extracted) => {
      clearTimeout(timer);
      resolve(extracted);
      void worker.terminate();
    };
    const failed = (why: string) => done({ text: '', note: `The text could not be read: ${why}` });
    const timer = setTimeout(() => failed('it took too long.'), limits.timeMs);
    worker.once('message', ({ text = '', problem }: { text?: string; problem?: string }) => {
      if (problem !== undefined) return failed(problem.slice(0, 300));
      done({
        text,
        note: text.trim() === '' ? 'There is no text in it; it may be a scan.' : null,
      });
    });
    worker.once('error', (error) => failed(error.message));
    worker.once('exit', () => failed('it needs too much memory.'));
  });
}
