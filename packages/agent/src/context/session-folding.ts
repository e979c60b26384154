// Folding a session's older messages by hand, and taking that back: one at a time, between turns, and stoppable.
import { AppError, type SessionCompaction } from '@slipstream/protocol';
import type { SessionDeps } from '../session-deps.ts';
import type { StoredSession } from '../store.ts';
import { compactSession } from './compact-session.ts';

export type SessionFolding = {
  readonly busy: boolean;
  /** Null where there is nothing to fold. Rejects with `busy`, and with `unavailable` when it was stopped. */
  compact(): Promise<SessionCompaction | null>;
  /** `conflict` for any but the newest fold that counts. */
  undo(compactionId: string): Promise<StoredSession>;
  /** False when nothing is folded now. */
  stop(reason: string): boolean;
};

export function createSessionFolding(
  sessionId: string,
  deps: SessionDeps,
  runner: {
    /** Throws where it may not begin. */
    assertIdle(): void;
    session(): StoredSession | undefined;
    /** The session, or what it does, changed. */
    changed(session: StoredSession | undefined): void;
    /** Called when what waited for the folding may go on. */
    over(): void;
  },
): SessionFolding {
  let running: AbortController | undefined;
  const assertIdle = () => {
    runner.assertIdle();
    if (running) throw new AppError('busy', 'Older messages are being folded already.');
  };
  return {
    get busy() {
      return running !== undefined;
    },
    async compact() {
      assertIdle();
      const session = runner.session();
      if (!session) return null;
      const controller = new AbortController();
      running = controller;
      runner.changed(undefined);
      let after: StoredSession | undefined;
      try {
        const done = await compactSession(deps, session, controller.signal);
        after = done?.session;
        return done?.compaction ?? null;
      } catch (thrown) {
        if (controller.signal.aborted)
          throw new AppError('unavailable', 'Folding was stopped; nothing changed.', { cause: thrown });
        throw thrown;
      } finally {
        running = undefined;
        runner.changed(after);
        runner.over();
      }
    },
    async undo(compactionId) {
      assertIdle();
      const { undone, session } = await deps.store.summaries.undo(sessionId, compactionId);
      if (!undone) throw new AppError('conflict', 'Only the newest fold that counts can be taken back.');
      runner.changed(session);
      return session;
    },
    stop(reason) {
      running?.abort(new Error(reason));
      return running !== undefined;
    },
  };
}
