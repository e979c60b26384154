// The mode that a turn works in. A turn may begin in another mode than its session's (a message can name one); what
// the user then changes on the session, and what the end of planning changes, counts from the next call on.
import type { Mode } from '@slipstream/protocol';

export type Modes = {
  get(): Mode;
  /** Resolves when it is stored with the session. */
  set(mode: Mode): Promise<void>;
};

/** The session's own mode, as its runner keeps it. */
export type SessionMode = { get(): Mode; set(mode: Mode): Promise<void> };

export function createTurnModes(begunIn: Mode, session: SessionMode): Modes {
  let own = begunIn;
  let known = session.get();
  return {
    get() {
      if (session.get() !== known) {
        known = session.get();
        own = known;
      }
      return own;
    },
    async set(mode) {
      await session.set(mode);
      known = session.get();
      own = mode;
    },
  };
}
