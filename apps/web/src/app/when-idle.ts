// What can wait until nothing else is to be done, a piece at a time, so that a key that comes meanwhile waits for one
// piece at most.

/** Resolves while the browser is idle; soon where it does not tell. */
const idle = () =>
  new Promise<void>((resolve) => {
    (globalThis.requestIdleCallback ?? setTimeout)(() => resolve());
  });

/** Runs the pieces in turn, each in an idle moment of its own. Ends with the first that throws or rejects. */
export async function whenIdle(pieces: Iterable<() => unknown>): Promise<void> {
  for (const piece of pieces) {
    await idle();
    await piece();
  }
}
