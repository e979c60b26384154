// What the model has seen of files, by session: the hash of each file as it was when it was read or written last. A
// file that somebody else changed since is not what the model thinks it is. Bounded; what is forgotten counts as never
// read, and a file never read may be changed.

import { AppError } from '@slipstream/protocol';
import { toContentHash } from '../text/content-hash.ts';

export type ReadRecord = {
  /** `place` is where the file really is, `bytes` the whole of it. */
  remember(sessionId: string, place: string, bytes: Uint8Array): void;
  /** Throws AppError `conflict` for a file that is not as it was seen last. */
  check(sessionId: string, place: string, bytes: Uint8Array, shown: string): void;
};

export function createReadRecord(maxSessions = 200, maxFiles = 1000): ReadRecord {
  const sessions = new Map<string, Map<string, string>>();
  return {
    remember(sessionId, place, bytes) {
      const files = sessions.get(sessionId) ?? new Map<string, string>();
      putLast(sessions, sessionId, files, maxSessions);
      putLast(files, place, toContentHash(bytes), maxFiles);
    },
    check(sessionId, place, bytes, shown) {
      const seen = sessions.get(sessionId)?.get(place);
      if (seen !== undefined && seen !== toContentHash(bytes))
        throw new AppError(
          'conflict',
          `"${shown}" was changed since you last read it; nothing was changed now. Read it again first.`,
        );
    },
  };
}

/** Where more than `max` are kept the one that was put first goes. */
function putLast<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
