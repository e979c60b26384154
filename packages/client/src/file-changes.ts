// The files that turns changed, and undoing that: asked for over REST, kept with the session that is held, and asked for
// again whenever a frame says that it may be otherwise now. Asking twice at once asks once.
import type { ServerFrame, TurnChanges } from '@slipstream/protocol';
import { type Rest, sessionPath } from './rest.ts';
import { reuse } from './reuse.ts';
import { withState } from './session-fold.ts';
import type { SessionStore } from './session-store.ts';
import type { Client } from './types.ts';

export type FileChanges = Pick<Client, 'loadChanges' | 'undoChanges'> & {
  /** Asks again for what is held and may have changed by what the frame tells. */
  observe(frame: ServerFrame): void;
};

export function createFileChanges(rest: Rest, store: SessionStore): FileChanges {
  const loading = new Map<string, Promise<void>>();

  const pathOf = (sessionId: string, turnId: string) =>
    `${sessionPath(sessionId)}/turns/${encodeURIComponent(turnId)}`;
  const keep = (sessionId: string, turnId: string, { changes }: TurnChanges) => {
    store.update(sessionId, (fold) => {
      const held = fold.state.changes[turnId];
      const next = reuse(held, changes);
      return next === held ? fold : withState(fold, { changes: { ...fold.state.changes, [turnId]: next } });
    });
  };
  const load = async (sessionId: string, turnId: string) => {
    keep(sessionId, turnId, await rest.call<TurnChanges>('GET', `${pathOf(sessionId, turnId)}/changes`));
  };
  const loadAgain = (sessionId: string) => {
    const held = Object.keys(store.held(sessionId)?.state.changes ?? {});
    // What cannot be had now stays as it was; undoing asks the server anyway.
    for (const turnId of held) load(sessionId, turnId).catch(() => undefined);
  };

  return {
    async loadChanges(sessionId, turnId) {
      store.get(sessionId);
      const key = `${sessionId}/${turnId}`;
      const under = loading.get(key) ?? load(sessionId, turnId);
      loading.set(key, under);
      await under.finally(() => loading.delete(key));
    },
    async undoChanges(sessionId, turnId, changeId) {
      const body = changeId === undefined ? {} : { changeId };
      keep(
        sessionId,
        turnId,
        await rest.call<TurnChanges>('POST', `${pathOf(sessionId, turnId)}/undo`, body),
      );
    },
    observe(frame) {
      switch (frame.type) {
        // An undo may free what lies below it, also of other turns; a turn may build on what was done before.
        case 'changes.updated':
        case 'snapshot':
        case 'resumed':
          return loadAgain(frame.sessionId);
        case 'events':
          if (frame.events.some((event) => event.type === 'turn.finished' && !event.agent))
            loadAgain(frame.sessionId);
      }
    },
  };
}
