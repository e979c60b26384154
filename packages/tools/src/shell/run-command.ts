// Runs one launch to its end: output passed on, time limit, polite signal, hard signal, and nothing left alive when it
// resolves, whatever left the process group. Knows nothing of tools or of what the output is for.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '@slipstream/agent';
import type { ToolLimits } from '../tool-limits.ts';
import type { Launch } from './launch.ts';
import { type OutputPipe, openOutputPipe } from './output-pipe.ts';
import {
  carriesMarker,
  findProcesses,
  holdsPipe,
  isInNamespace,
  killAll,
  sendSignal,
} from './process-search.ts';
import { readSandboxStatus, type SandboxStatus } from './sandbox-status.ts';

/** `left` are processes that could not be ended. `failed`: nothing was run. */
export type CommandEnd = { left: number[] } & (
  | { kind: 'exited'; code: number }
  | { kind: 'signalled'; signal: string }
  | { kind: StopReason }
  | { kind: 'failed'; problem: string }
);

export type StopReason = 'aborted' | 'timeout' | 'flood';

export type CommandRun = {
  clock: Clock;
  limits: Pick<ToolLimits, 'killGraceMs' | 'pipeGraceMs' | 'maxCommandBytes'>;
  timeoutMs: number;
  signal: AbortSignal;
  /** Both outputs in the order in which they were written. */
  onOutput(chunk: Buffer): void;
};

/** Never rejects for what a command does; resolves when all that it started is dead. */
export async function runCommand(launch: Launch, run: CommandRun): Promise<CommandEnd> {
  const pipe = await openOutputPipe();
  if (run.signal.aborted) {
    pipe.closeWriter();
    pipe.reader.destroy();
    return { kind: 'aborted', left: [] };
  }
  try {
    const child = spawn(launch.file, launch.args, {
      cwd: launch.cwd,
      env: launch.environment,
      // Its own session and process group, without a terminal.
      detached: true,
      stdio: ['ignore', pipe.writer, pipe.writer, ...(launch.sandboxed ? (['pipe'] as const) : [])],
    });
    // Where no more files can be opened Node leaves `stdio` unset, whatever its type says.
    const status = launch.sandboxed ? readSandboxStatus(child.stdio?.[3]) : undefined;
    return watch(child, { launch, pipe, status, ...run });
  } finally {
    pipe.closeWriter();
  }
}

type Watched = CommandRun & {
  launch: Launch;
  pipe: OutputPipe;
  status: SandboxStatus | undefined;
};

async function watch(child: ChildProcess, watched: Watched): Promise<CommandEnd> {
  const { clock, limits, pipe, signal, launch } = watched;
  let stopped: StopReason | undefined;
  let cancelKill: () => void = () => undefined;
  let bytes = 0;
  let isOver = false;

  const stop = (reason: StopReason) => {
    if (stopped !== undefined) return;
    stopped = reason;
    // A flood is ended at once: every moment of politeness costs the whole server.
    if (reason === 'flood') return killHard(child, launch);
    cancelKill = clock.after(limits.killGraceMs, () => killHard(child, launch));
    void askToEnd(child, watched);
  };
  const onAbort = () => stop('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  const cancelTimeout = clock.after(watched.timeoutMs, () => stop('timeout'));

  const closed = new Promise<void>((resolve) => pipe.reader.once('close', () => resolve()));
  pipe.reader.on('error', () => undefined);
  pipe.reader.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.maxCommandBytes) stop('flood');
    else if (!isOver) watched.onOutput(chunk);
  });

  const exit = await exitOf(child);
  signal.removeEventListener('abort', onAbort);
  cancelTimeout();
  cancelKill();
  await within(clock, limits.pipeGraceMs, closed);
  // Once more around the loop for what is in the pipe already; what comes now are shells that tell of our killing.
  await new Promise((resolve) => setImmediate(resolve));
  isOver = true;
  const left = await endAll(watched);
  await within(clock, limits.pipeGraceMs, closed);
  pipe.reader.destroy();

  if (exit.problem !== undefined) return { kind: 'failed', problem: exit.problem, left };
  if (stopped !== undefined) return { kind: stopped, left };
  if (exit.signal !== null) return { kind: 'signalled', signal: exit.signal, left };
  if (watched.status && !(await watched.status.hasRun))
    return { kind: 'failed', problem: 'the sandbox could not be started', left };
  return { kind: 'exited', code: exit.code ?? 0, left };
}

type Exit = { code: number | null; signal: string | null; problem?: string };

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, problem: error.message }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/**
 * The polite signal, to every process of the call. In a sandbox that means all but bubblewrap's own two. The oldest
 * first: a shell whose child is told before it would end by itself, without the trap that cleans up.
 */
async function askToEnd(child: ChildProcess, { launch, status }: Watched): Promise<void> {
  if (child.pid === undefined) return;
  if (!launch.sandboxed) sendSignal(-child.pid, 'SIGTERM');
  const reaper = (await status?.info)?.reaper;
  const pids = await findProcesses(carriesMarker(launch.marker));
  for (const pid of pids.sort((a, b) => a - b)) {
    if (pid !== child.pid && pid !== reaper) sendSignal(pid, 'SIGTERM');
  }
}

/** The signal that cannot be ignored. Bubblewrap takes its whole sandbox with it. */
function killHard(child: ChildProcess, launch: Launch): void {
  if (child.pid !== undefined) sendSignal(launch.sandboxed ? child.pid : -child.pid, 'SIGKILL');
}

/** Ends what outlived the command itself. What shed the call's marker is still found by the pipe that it holds. */
async function endAll({ launch, pipe, status }: Watched): Promise<number[]> {
  const sandbox = await status?.info;
  const inside = sandbox ? [isInNamespace(sandbox.pidNamespace)] : [];
  const left = await killAll(carriesMarker(launch.marker), ...inside);
  if (!pipe.reader.destroyed) left.push(...(await killAll(holdsPipe(pipe))));
  return [...new Set(left)];
}

/** Resolves with the promise, or when the time is up. */
function within(clock: Clock, ms: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    void promise.then(() => {
      cancel();
      resolve();
    });
  });
}
