// Finds the processes that belong to a call by what they cannot easily shed, through /proc: the call's marker in their
// environment, the process namespace of its sandbox, an open end of its output pipe. Finds nothing where there is no
// /proc (macOS). Reads synchronously, in small portions: each read is microseconds of memory, far less than the four
// trips to the thread pool that an asynchronous one takes.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { callMarkerName } from './command-environment.ts';

/** Says whether the process belongs to the call. May throw for one that is gone or not ours to look at. */
export type ProcessMatch = (pid: number) => boolean;

export function carriesMarker(marker: string): ProcessMatch {
  const entry = `${callMarkerName}=${marker}\0`;
  return (pid) => {
    const environment = `${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`;
    return environment.startsWith(entry) || environment.includes(`\0${entry}`);
  };
}

/** `namespace` is the number that bubblewrap reports as `pid-namespace`. */
export function isInNamespace(namespace: number): ProcessMatch {
  const wanted = `pid:[${namespace}]`;
  return (pid) => readlinkSync(`/proc/${pid}/ns/pid`) === wanted;
}

export function holdsPipe(pipe: { device: bigint; inode: bigint }): ProcessMatch {
  return (pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const stats = statSync(`/proc/${pid}/fd/${fd}`, { bigint: true, throwIfNoEntry: false });
      return stats?.ino === pipe.inode && stats.dev === pipe.device;
    });
}

const portion = 64;

/** All living processes for which one of the matches holds; this one never. */
export async function findProcesses(...matches: readonly ProcessMatch[]): Promise<number[]> {
  const pids = allPids().filter((pid) => pid !== process.pid);
  const found: number[] = [];
  for (let from = 0; from < pids.length; from += portion) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const pid of pids.slice(from, from + portion)) {
      if (matches.some((match) => isTrue(match, pid)) && isTrue(isAlive, pid)) found.push(pid);
    }
  }
  return found;
}

function allPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function isTrue(match: ProcessMatch, pid: number): boolean {
  try {
    return match(pid);
  } catch {
    return false;
  }
}

/** A zombie is dead already and only waits for its parent to notice. */
function isAlive(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const state = stat.charAt(stat.lastIndexOf(')') + 2);
  return state !== 'Z' && state !== 'X';
}

/** Tells whether the process was there to get the signal. */
export function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Enough for a tree that forks as fast as it can; what is stuck in the kernel must not hold the caller for ever. */
const maxRounds = 200;

/** Kills all that match until none is left; gives those that could not be ended. */
export async function killAll(...matches: readonly ProcessMatch[]): Promise<number[]> {
  let left: number[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    left = await findProcesses(...matches);
    if (left.length === 0) return [];
    for (const pid of left) sendSignal(pid, 'SIGKILL');
    await new Promise((resolve) => setImmediate(resolve));
  }
  return left;
}
