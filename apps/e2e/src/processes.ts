// Looks for processes of this machine by a word in their command line, as `ps` would. Linux only, like the browser
// that comes with the tests.
import { readdirSync, readFileSync } from 'node:fs';

/** The ids of the processes whose command line contains `word`. */
export function processesWith(word: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandLine(pid).includes(word));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // It ended while we looked.
  }
}
