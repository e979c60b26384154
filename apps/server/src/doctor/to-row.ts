// A finding as one row of the table that the doctor prints.
import type { Finding } from './finding.ts';

const words: Readonly<Record<Finding['result'], string>> = {
  works: 'works',
  switch: 'works, changed',
  limited: 'limited',
  fails: 'does not work',
};

const firstColumn = 19;
const secondColumn = 16;

/** Ends with a line break. */
export function toRow({ name, result, words: said }: Finding): string {
  return `${`${name.padEnd(firstColumn)}${words[result].padEnd(secondColumn)}${said}`.trimEnd()}\n`;
}
