// Removing a message as one step, for tests that look only at its end.
import type { Store, StoredSession } from '@slipstream/agent';

/** Removes a message; gives the session at the end, and what all parts told. */
export async function removeMessage(store: Store, session: string, message: string) {
  const messageIds: string[] = [];
  const unusedFiles: string[] = [];
  let left: StoredSession | undefined;
  for await (const part of store.sessions.removeMessage(session, message)) {
    left = part.session;
    messageIds.push(...part.messageIds);
    unusedFiles.push(...part.unusedFiles);
  }
  if (!left) throw new Error('Nothing was removed, and nobody was told why.');
  return { session: left, messageIds, unusedFiles };
}
