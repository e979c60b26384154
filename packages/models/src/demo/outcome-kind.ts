// How a call went, read off its result's words: a result has no other mark of it when it reaches a model.
import type { Outcome } from './turn.ts';

export type OutcomeKind =
  | { kind: 'ok' }
  | { kind: 'denied'; note: string | null }
  | { kind: 'error'; message: string };

const denied = /^The user denied this call(?:, with the note: (?<note>[\s\S]+))?/;
/** What the loop says of any tool. */
const failed = /^(?:It failed: |Not run: |The arguments |There is no tool )/;
const stopped = /(?:^|\n)(?:Timed out after \d+|Stopped by the user\.|It did not end in time)/;

/** How the results of a tool begin when it did its work. A tool that is not here, or `bash`, is taken at its word. */
const successes: Readonly<Record<string, RegExp>> = {
  read_file: /^(?:\s*\d+\t|\[)/,
  write_file: /^(?:Created|Overwrote) /,
  edit_file: /^Edited /,
  list_directory: /^(?!"|The (?:path|workspace) )/,
  glob: /^(?!"|rg: |The (?:path|pattern|search|workspace) )/,
  grep: /^(?!"|rg: |The (?:path|pattern|search|workspace) )/,
};

export function toOutcomeKind({ name, text }: Pick<Outcome, 'name' | 'text'>): OutcomeKind {
  const denial = denied.exec(text);
  if (denial) return { kind: 'denied', note: denial.groups?.['note']?.trim() ?? null };
  const succeeded = successes[name]?.test(text) ?? true;
  return failed.test(text) || stopped.test(text) || !succeeded
    ? { kind: 'error', message: text.trim() }
    : { kind: 'ok' };
}

/** True when the call did what it was to do; a command, when it ended with code 0. */
export function hasWorked(outcome: Pick<Outcome, 'name' | 'text'>): boolean {
  if (toOutcomeKind(outcome).kind !== 'ok') return false;
  return outcome.name !== 'bash' || outcome.text.endsWith('[exit code 0]');
}
