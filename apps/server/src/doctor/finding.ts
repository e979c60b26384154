// What the doctor found out about one thing.

export type Finding = {
  name: string;
  /** `switch`: after the client had changed its request. `limited`: the agent gets by without it. */
  result: 'works' | 'switch' | 'limited' | 'fails';
  /** What that means for the agent, or which switch it was. */
  words: string;
};

/** Lessons turn a success into one with a switch. */
export function worked(name: string, words: string, lessons: readonly string[] = []): Finding {
  if (lessons.length === 0) return { name, result: 'works', words };
  return { name, result: 'switch', words: [...lessons, words].filter((part) => part !== '').join(' ') };
}
