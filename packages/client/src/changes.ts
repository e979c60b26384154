// Tells listeners that something changed, at most once per task however much did.

export type Changes = {
  listen(listener: () => void): () => void;
  changed(): void;
  close(): void;
};

/** A listener that throws does not keep the others from hearing; its error is reported as uncaught. */
export function createChanges(): Changes {
  const listeners = new Set<{ call: () => void }>();
  let scheduled = false;
  let closed = false;

  function tell(): void {
    scheduled = false;
    for (const listener of [...listeners]) {
      if (closed) return;
      if (!listeners.has(listener)) continue;
      try {
        listener.call();
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  return {
    listen(listener) {
      const entry = { call: listener };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    changed() {
      if (scheduled || closed) return;
      scheduled = true;
      queueMicrotask(tell);
    },
    close() {
      closed = true;
      listeners.clear();
    },
  };
}
