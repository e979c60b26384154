// What is written down before a tool changes a file: its former content, and that the change is about to happen. Both
// are there before the file is touched, so that also a crash in between loses nothing.
import { type ChangeStore, unkeptContent } from '@slipstream/agent';
import { toContentHash } from '../text/content-hash.ts';
import type { CallIds } from '../tool-settings.ts';
import type { FormerContents } from './former-contents.ts';

/** `former`: what the file holds; `none` where there is no file, `too-large` where it is too much to be kept. */
export type UpcomingChange = {
  call: CallIds;
  /** Relative to the workspace, without links in it. */
  path: string;
  former: Uint8Array | 'none' | 'too-large';
  next: Uint8Array;
};

export type ChangeJournal = {
  /** Rejects with `storage`, and then nothing may be changed. What it gives takes the record back. */
  begin(change: UpcomingChange): Promise<() => Promise<void>>;
};

export const noJournal: ChangeJournal = { begin: async () => async () => undefined };

export type ChangeJournalOptions = {
  contents: FormerContents;
  changes: Pick<ChangeStore, 'record' | 'drop'>;
  nextId: () => string;
  /** ISO 8601. */
  now: () => string;
};

export function createChangeJournal(options: ChangeJournalOptions): ChangeJournal {
  const { contents, changes, nextId, now } = options;
  return {
    async begin({ call, path, former, next }) {
      const { sessionId, turnId, callId } = call;
      const after = toContentHash(next);
      const before =
        former === 'none'
          ? null
          : former === 'too-large'
            ? unkeptContent
            : await contents.keep(sessionId, former);
      if (before === after) return async () => undefined;
      const id = nextId();
      await changes.record({ id, sessionId, turnId, callId, path, before, after, at: now() });
      return () => changes.drop(id);
    },
  };
}
