// From HTML to what the model reads: Markdown, made in a thread of its own with a time and a memory limit, or the bare
// text where that fails.
import { Worker } from 'node:worker_threads';
import type { Clock } from '@slipstream/agent';
import { headOf } from '../text/cut-text.ts';
import { toPlainText } from './plain-text.ts';
import type { WebLimits } from './web-limits.ts';

export type PageJob = { html: string; url: string };
/** Undefined where the page is nested too deeply to be read. */
export type PageMarkdown = { title: string; markdown: string } | undefined;

/** `note` says what is not as it should be; undefined when all is well. */
export type ReadPage = { title: string; text: string; note: string | undefined };

export type ReadRun = {
  clock: Clock;
  limits: Pick<WebLimits, 'convertMs' | 'maxHtmlLength'>;
  signal: AbortSignal;
};

/** Rejects only with the signal's reason. */
export async function readPage(html: string, url: string, run: ReadRun): Promise<ReadPage> {
  const part = headOf(html, run.limits.maxHtmlLength);
  const cut = part.length < html.length ? 'The page is very large; this is its first part.' : undefined;
  const ended = await runWorker({ html: part, url }, run);
  run.signal.throwIfAborted();
  if (ended.kind === 'done' && ended.page)
    return { title: ended.page.title, text: ended.page.markdown, note: cut };
  const why = ended.kind === 'timeout' ? 'took too long to read' : 'could not be read as a page';
  return { title: '', text: toPlainText(part), note: `The page ${why}; this is its bare text.` };
}

type WorkerEnd = { kind: 'done'; page: PageMarkdown } | { kind: 'timeout' | 'failed' | 'aborted' };

async function runWorker(job: PageJob, { clock, limits, signal }: ReadRun): Promise<WorkerEnd> {
  const worker = new Worker(new URL('./page-worker.ts', import.meta.url), {
    workerData: job,
    env: {},
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  let cancel: () => void = () => undefined;
  let onAbort: () => void = () => undefined;
  try {
    return await new Promise<WorkerEnd>((resolve) => {
      worker.once('message', (page: PageMarkdown) => resolve({ kind: 'done', page }));
      worker.once('error', () => resolve({ kind: 'failed' }));
      worker.once('exit', () => resolve({ kind: 'failed' }));
      cancel = clock.after(limits.convertMs, () => resolve({ kind: 'timeout' }));
      onAbort = () => resolve({ kind: 'aborted' });
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
  } finally {
    cancel();
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
