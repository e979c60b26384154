// Polling, for the one kind of thing that tells nobody when it happens (a foreign process that dies). Everything
// else has an event: await that.

/** Resolves as soon as `isTrue` is; rejects with `what` in the message once `withinMs` have passed. */
export async function waitUntil(
  isTrue: () => boolean,
  { what, withinMs = 5000 }: { what: string; withinMs?: number },
): Promise<void> {
  const startedAt = performance.now();
  while (!isTrue()) {
    if (performance.now() - startedAt > withinMs) throw new Error(`Not within ${withinMs} ms: ${what}.`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
