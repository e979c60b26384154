// What changes the tree of a session's messages while no turn runs: another end of it is shown, or some of it is
// removed. Whoever reads the session is shown it anew.
import { AppError } from '@slipstream/protocol';
import type { SessionRunner } from './session-runner-face.ts';
import type { StoredSession } from './store.ts';
import type { SessionStore } from './store-sessions.ts';

export type SessionBranchesDeps = {
  sessions: Pick<SessionStore, 'moveHead' | 'removeMessage'>;
  whileIdle: SessionRunner['whileIdle'];
  /** Whether older messages are being folded. */
  isFolding(): boolean;
  changed(session: StoredSession): void;
  /** An id that may be used again. */
  forget(messageId: string): void;
  /** Gives all readers the session as it is stored now. */
  showAnew(): Promise<void>;
};

export function createSessionBranches(
  sessionId: string,
  deps: SessionBranchesDeps,
): Pick<SessionRunner, 'moveHead' | 'removeMessage'> {
  const { sessions, whileIdle, showAnew } = deps;
  return {
    moveHead: (to) =>
      whileIdle(async () => {
        deps.changed(await sessions.moveHead(sessionId, to));
        await showAnew();
      }),
    removeMessage: (messageId) =>
      whileIdle(async () => {
        if (deps.isFolding())
          throw new AppError('busy', 'Older messages are being folded; wait for the end of that.');
        const unused: string[] = [];
        let removed = 0;
        try {
          for await (const part of sessions.removeMessage(sessionId, messageId)) {
            deps.changed(part.session);
            for (const id of part.messageIds) deps.forget(id);
            unused.push(...part.unusedFiles);
            removed += part.messageIds.length;
          }
        } finally {
          // Also what is left where it failed in the middle.
          if (removed > 0) await showAnew();
        }
        return unused;
      }),
  };
}
