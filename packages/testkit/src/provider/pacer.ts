// One timer for any number of streams that run at a set rate: each tick gives every stream the tokens that are due
// by the clock, so that a busy process falls behind in smoothness but not in rate.

export type Pacer = {
  /**
   * Calls `send(from, to)` with ranges that together are [0, count). `ready` false skips a tick; what is due then
   * comes later in one piece. Rejects with the signal's reason when it aborts.
   */
  run(stream: {
    count: number;
    perSecond: number;
    ready(): boolean;
    send(from: number, to: number): void;
    signal: AbortSignal;
  }): Promise<void>;
};

const tickMs = 10;

export function createPacer(): Pacer {
  const streams = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  function add(tick: () => void): void {
    streams.add(tick);
    timer ??= setInterval(() => {
      for (const each of streams) each();
    }, tickMs);
  }

  function remove(tick: () => void): void {
    streams.delete(tick);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    run: ({ count, perSecond, ready, send, signal }) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const startedAt = performance.now();
        let sent = 0;
        const finish = () => {
          remove(tick);
          signal.removeEventListener('abort', onAbort);
        };
        const onAbort = () => {
          finish();
          reject(signal.reason);
        };
        const tick = () => {
          if (!ready()) return;
          const due = Math.min(count, Math.floor(((performance.now() - startedAt) * perSecond) / 1000));
          if (due > sent) send(sent, due);
          sent = Math.max(sent, due);
          if (sent < count) return;
          finish();
          resolve();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        add(tick);
      }),
  };
}
