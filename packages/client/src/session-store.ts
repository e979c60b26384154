// The sessions that the client holds, by id. Open ones stay; of the others only the last few, so that going back to
// one shows it at once. Tells when something that is shown changed.
import { emptyFold, type SessionFold } from './session-fold.ts';
import type { PendingMessage } from './types.ts';

/** How many sessions that are not open stay in memory. */
export const closedSessionsKept = 8;

export type SessionStore = {
  /** Holds it from now on where it was not held. */
  get(sessionId: string): SessionFold;
  held(sessionId: string): SessionFold | undefined;
  /** Changes a held session; gives it before and after, or undefined where it is not held. */
  update(
    sessionId: string,
    change: (fold: SessionFold) => SessionFold,
  ): { before: SessionFold; after: SessionFold } | undefined;
  /** Marks it as just used, and lets go of the longest unused ones that are not open. */
  tidy(sessionId: string, isOpen: (sessionId: string) => boolean): void;
};

export function createSessionStore(options: {
  outboxOf: (sessionId: string) => readonly PendingMessage[];
  changed: () => void;
}): SessionStore {
  /** In order of use. */
  const folds = new Map<string, SessionFold>();

  return {
    get(sessionId) {
      const held = folds.get(sessionId);
      if (held) return held;
      const fold = emptyFold(sessionId, options.outboxOf(sessionId));
      folds.set(sessionId, fold);
      return fold;
    },
    held: (sessionId) => folds.get(sessionId),
    update(sessionId, change) {
      const before = folds.get(sessionId);
      if (!before) return undefined;
      const after = change(before);
      folds.set(sessionId, after);
      if (after.state !== before.state) options.changed();
      return { before, after };
    },
    tidy(sessionId, isOpen) {
      const fold = folds.get(sessionId);
      if (fold) {
        folds.delete(sessionId);
        folds.set(sessionId, fold);
      }
      const closed = [...folds.keys()].filter((id) => !isOpen(id));
      for (const id of closed.slice(0, Math.max(0, closed.length - closedSessionsKept))) folds.delete(id);
    },
  };
}
