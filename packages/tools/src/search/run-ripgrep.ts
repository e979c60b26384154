// Runs ripgrep as a child process that can be killed, with arguments that no pattern can turn into options, and reads
// what it prints up to a limit. In the sandbox where there is one: it walks by path, and only there can nobody lead
// its walk out of the workspace by swapping a folder for a link.
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { rgPath } from '@vscode/ripgrep';
import type { Boundary } from '../boundary/boundary.ts';
import { type Launch, toLaunch } from '../shell/launch.ts';
import { carriesMarker, killAll, sendSignal } from '../shell/process-search.ts';
import { readSandboxStatus } from '../shell/sandbox-status.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { createRecordReader } from './record-reader.ts';

export type Search = {
  args: readonly string[];
  /** What ends a record: a line break, or NUL for names that may hold one. */
  separator: '\n' | '\0';
  maxRecords: number;
  maxBytes: number;
  /** Says of each record whether it is kept. */
  wants?: (record: string) => boolean;
  signal: AbortSignal;
};

/** `ended`: by itself, or cut off by what is named; the records found until then are whole. */
export type SearchOutput = { records: string[]; ended: 'done' | 'limit' | 'timeout' };

const maxProblemBytes = 2000;

/** Rejects with the signal's reason on abort, and with AppError for a pattern that ripgrep refuses. */
export async function runRipgrep(
  settings: ToolSettings,
  boundary: Boundary,
  search: Search,
): Promise<SearchOutput> {
  const launch = await toLaunch(settings, boundary, [rgPath, ...search.args], {
    access: 'read',
    network: 'off',
    readable: [dirname(rgPath)],
  });
  search.signal.throwIfAborted();
  const child = spawn(launch.file, launch.args, {
    cwd: launch.cwd,
    env: launch.environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(launch.sandboxed ? (['pipe'] as const) : [])],
  });
  return collect(child, launch, settings, search);
}

async function collect(
  child: ChildProcess,
  launch: Launch,
  { clock, limits }: ToolSettings,
  search: Search,
): Promise<SearchOutput> {
  const status = launch.sandboxed ? readSandboxStatus(child.stdio?.[3]) : undefined;
  let ended: SearchOutput['ended'] = 'done';
  let isKilled = false;
  const kill = () => {
    isKilled = true;
    if (child.pid !== undefined) sendSignal(child.pid, 'SIGKILL');
  };
  const cut = (by: 'limit' | 'timeout') => {
    if (ended === 'done') ended = by;
    kill();
  };
  const reader = createRecordReader(search);
  const problem: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => {
    if (!reader.add(chunk)) cut('limit');
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (problem.length < 16) problem.push(chunk);
  });
  const cancel = clock.after(limits.searchTimeoutMs, () => cut('timeout'));
  search.signal.addEventListener('abort', kill, { once: true });
  try {
    const closed = closeOf(child);
    closed.catch(() => undefined);
    await exitOf(child);
    // Killed while it was making the sandbox, bubblewrap leaves a child behind that waits for it for ever.
    if (isKilled) await killAll(carriesMarker(launch.marker));
    await closed;
  } finally {
    cancel();
    search.signal.removeEventListener('abort', kill);
  }
  search.signal.throwIfAborted();
  const records = reader.records(ended === 'done');
  if (ended !== 'done') return { records, ended };
  if (status && !(await status.hasRun))
    throw new AppError('internal', 'The search could not be started in the sandbox.');
  const said = Buffer.concat(problem).toString('utf8', 0, maxProblemBytes).trim();
  if (child.exitCode !== 0 && child.exitCode !== 1 && records.length === 0)
    throw new AppError('invalid_request', said === '' ? 'The search failed.' : said);
  return { records, ended };
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}

function closeOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new AppError('internal', 'ripgrep could not be started.', { cause })),
    );
    child.once('close', () => resolve());
  });
}
