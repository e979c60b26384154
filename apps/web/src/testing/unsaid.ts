// Which of the sentences that the page knows the server cannot say any more, by its sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** The parts of `sentences`, between what differs each time, that stand in no source of `folders`. */
export function unsaid(sentences: readonly string[], folders: readonly string[]): string[] {
  const sources = folders
    .map((folder) => join(root, folder, 'src'))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return sentences.flatMap((words) =>
    words
      .replace(/^\[|\]$/g, '')
      .split(/"?\{\{\w+\}\}"?|: /)
      .map((part) => part.trim())
      .filter((part) => /[a-z]{3}/.test(part) && !sources.includes(part)),
  );
}
