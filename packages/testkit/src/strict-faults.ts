// Requests that a strict provider would refuse, wherever in a test they were sent. `strict-setup.ts` fails the test
// that made any, also one that looks at nothing of the kind. Kept on the global object, since a run may load this
// module more than once.
const key = Symbol.for('slipstream.testkit.faults');

type Holder = { [key]?: string[] };

export function reportFaults(faults: readonly string[]): void {
  const holder = globalThis as Holder;
  holder[key] = [...(holder[key] ?? []), ...faults];
}

/** The faults since the last time; for tests that send unsound requests on purpose, too. */
export function takeFaults(): string[] {
  const holder = globalThis as Holder;
  const faults = holder[key] ?? [];
  holder[key] = [];
  return faults;
}
