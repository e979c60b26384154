// A command's output ends with a line that tells how it ended (`[exit code 0]`). What was printed before it is looked
// at by itself: JSON is JSON, whoever printed it.

export type Printed = {
  /** What the command printed. */
  printed: string;
  /** The line that tells how it ended; empty where there is none. */
  ending: string;
};

const endingLine = /\n(\[exit code \d+[^\]\n]*\])\s*$/;

export function splitEnding(text: string): Printed {
  const found = endingLine.exec(text);
  return found
    ? { printed: text.slice(0, found.index), ending: found[1] ?? '' }
    : { printed: text, ending: '' };
}
