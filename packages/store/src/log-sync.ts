// Brings what was committed without a sync to the disk soon after, off the event loop: a sync of the write-ahead log
// makes every commit in it survive a power failure. Never holds a call up, and never keeps the process alive.
import { open } from 'node:fs/promises';
import type { Log } from '@slipstream/agent';

export type LogSync = {
  /** Something was committed without a sync. */
  touch(): void;
  /** Resolves when no sync is under way; none begins after it. */
  close(): Promise<void>;
};

/** How long a commit may wait for its sync, milliseconds; with the sync itself it is on the disk within a second. */
const syncAfterMs = 500;

export function createLogSync(databasePath: string, log?: Log): LogSync {
  let timer: NodeJS.Timeout | undefined;
  let syncing: Promise<void> = Promise.resolve();
  let closed = false;
  const sync = async () => {
    try {
      const file = await open(`${databasePath}-wal`, 'r');
      await file.datasync().finally(() => file.close());
    } catch (err) {
      // Without a log (another journal, or just folded into the database) there is nothing to sync.
      if (!closed && !(err instanceof Error && 'code' in err && err.code === 'ENOENT'))
        log?.warn({ err, path: databasePath }, 'the database could not be synced to the disk');
    }
  };
  return {
    touch() {
      if (timer || closed) return;
      timer = setTimeout(() => {
        timer = undefined;
        syncing = syncing.then(sync);
      }, syncAfterMs);
      timer.unref();
    },
    close() {
      closed = true;
      clearTimeout(timer);
      return syncing;
    },
  };
}
