// What a test has begun through shared helpers is ended with it. A hook that a helper's module registers by itself counts
// for one file alone where files share their modules; the one of `strict-setup.ts` counts for each.
const ends: (() => unknown)[] = [];

/** `end` runs after the test that runs now, the newest first. */
export function afterTest(end: () => unknown): void {
  ends.push(end);
}

/** Runs all ends; rejects with the first fault once all have run. */
export async function endTest(): Promise<void> {
  const faults: unknown[] = [];
  for (const end of ends.splice(0).reverse()) {
    try {
      await end();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0) throw faults[0];
}
