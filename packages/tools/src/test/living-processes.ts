// Looks for processes by a word in their command line, independent of what the tools look by.
import { readdirSync, readFileSync } from 'node:fs';

/** The command lines of all living processes that hold the word, this process excepted. */
export function livingProcesses(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(commandLine)
    .filter((line) => line.includes(word));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
