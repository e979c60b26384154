// Finds the processes that belong to a call by what they cannot easily shed, through /proc: the call's marker in their
// environment, the process namespace of its sandbox, an open end of its output pipe. Finds nothing where there is no
// /proc (macOS).
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { callMarkerName } from './command-environment.ts';

/** Says whether the process belongs to the call; false for one that is gone or not ours to look at. */
export type ProcessMatch = (pid: number) => Promise<boolean>;

export function carriesMarker(marker: string): ProcessMatch {
  const wanted = Buffer.from(`\0${callMarkerName}=${marker}\0`);
  const zero = Buffer.of(0);
  return async (pid) => {
    const environment = await readFile(`/proc/${pid}/environ`).catch(() => undefined);
    return environment !== undefined && Buffer.concat([zero, environment, zero]).includes(wanted);
  };
}

/** `namespace` is the number that bubblewrap reports as `pid-namespace`. */
export function isInNamespace(namespace: number): ProcessMatch {
  const wanted = `pid:[${namespace}]`;
  return async (pid) => (await readlink(`/proc/${pid}/ns/pid`).catch(() => '')) === wanted;
}

export function holdsPipe(pipe: { device: bigint; inode: bigint }): ProcessMatch {
  return async (pid) => {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const stats = await stat(`/proc/${pid}/fd/${fd}`, { bigint: true }).catch(() => undefined);
      if (stats?.ino === pipe.inode && stats.dev === pipe.device) return true;
    }
    return false;
  };
}

/** All processes that match, this one never. */
export async function findProcesses(matches: ProcessMatch): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  const atOnce = 32;
  for (let from = 0; from < pids.length; from += atOnce) {
    const group = pids.slice(from, from + atOnce).filter((pid) => pid !== process.pid);
    const matched = await Promise.all(group.map(matches));
    found.push(...group.filter((_, index) => matched[index]));
  }
  const alive = await Promise.all(found.map(isAlive));
  return found.filter((_, index) => alive[index]);
}

/** A zombie is dead already and only waits for its parent to notice. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const state = stat.charAt(stat.lastIndexOf(')') + 2);
  return state !== '' && state !== 'Z' && state !== 'X';
}

/** Tells whether the process was there to get the signal. */
export function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Enough for a tree that forks as fast as it can; each round takes a few milliseconds. */
const maxRounds = 200;

/** Kills all that match until none is left; gives those that could not be ended. */
export async function killAll(matches: ProcessMatch): Promise<number[]> {
  let left: number[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    left = await findProcesses(matches);
    if (left.length === 0) return [];
    for (const pid of left) sendSignal(pid, 'SIGKILL');
  }
  return left;
}
