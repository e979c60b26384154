// Finds the processes that belong to a call by what they cannot easily shed, through /proc: the call's marker in their
// environment, the process namespace of its sandbox, an open end of its output pipe. Finds nothing where there is no
// /proc (macOS). Reads synchronously, in small portions: each read is microseconds of memory, far less than the four
// trips to the thread pool that an asynchronous one takes.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { callMarkerName } from './command-environment.ts';

/**
 * Says whether the process belongs to the call; undefined while that cannot be told. May throw for one that is gone
 * or not ours to look at.
 */
export type ProcessMatch = (pid: number) => boolean | undefined;

export function carriesMarker(marker: string): ProcessMatch {
  const entry = `${callMarkerName}=${marker}\0`;
  const has = (environment: string) => environment.startsWith(entry) || environment.includes(`\0${entry}`);
  return (pid) => {
    const environment = environmentOf(pid);
    if (environment !== '') return has(environment);
    // Empty for a moment while a program takes another's place (exec): then there are no arguments either, or they are
    // those of the new program, whose environment can be read by now.
    if (readFileSync(`/proc/${pid}/cmdline`, 'latin1') !== '') return has(environmentOf(pid));
    return isProgram(pid) ? undefined : false;
  };
}

function environmentOf(pid: number): string {
  const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
  return environment === '' ? '' : `${environment}\0`;
}

/** Threads of the kernel and zombies have no program. */
function isProgram(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) !== '';
  } catch {
    return false;
  }
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
/** How often one look goes after processes that began while it went through the others. */
const maxChases = 20;

/** All living processes for which one of the matches holds; this one never. */
export async function findProcesses(...matches: readonly ProcessMatch[]): Promise<number[]> {
  const found: number[] = [];
  await look(matches, (pid) => found.push(pid));
  return found;
}

/**
 * Calls `onFound` for each process right when it is found: what hands itself on from parent to child must have no time
 * to. Tells whether it could be told of every process.
 */
async function look(matches: readonly ProcessMatch[], onFound: (pid: number) => void): Promise<boolean> {
  const seen = new Set([process.pid]);
  let isSure = true;
  for (let chase = 0; chase < maxChases; chase += 1) {
    // The newest first: they are the ones that may be gone in a moment, with a child in their place.
    const pids = allPids()
      .filter((pid) => !seen.has(pid))
      .reverse();
    if (pids.length === 0) return isSure;
    for (const [index, pid] of pids.entries()) {
      if (index > 0 && index % portion === 0) await new Promise((resolve) => setImmediate(resolve));
      seen.add(pid);
      const verdicts = matches.map((match) => judge(match, pid));
      if (verdicts.includes(true)) {
        if (judge(isAlive, pid)) onFound(pid);
      } else if (verdicts.includes(undefined)) isSure = false;
    }
  }
  return isSure;
}

function allPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  } catch {
    return [];
  }
}

function judge(match: ProcessMatch, pid: number): boolean | undefined {
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

/**
 * Kills all that match until none is left; gives those that could not be ended. One look is not enough to see that
 * there is none: a parent may end, and its child begin, while the list of processes is gone through.
 */
export async function killAll(...matches: readonly ProcessMatch[]): Promise<number[]> {
  let left: number[] = [];
  let clear = 0;
  for (let round = 0; round < maxRounds && clear < 2; round += 1) {
    const found: number[] = [];
    const isSure = await look(matches, (pid) => {
      sendSignal(pid, 'SIGKILL');
      found.push(pid);
    });
    left = found;
    clear = found.length === 0 && isSure ? clear + 1 : 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return left;
}
