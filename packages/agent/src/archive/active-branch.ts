import type { Message, SessionArchive } from '@slipstream/protocol';

/** The messages from the root to the session's head. */
export function activeBranch({ session, messages }: Pick<SessionArchive, 'session' | 'messages'>): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: Message[] = [];
  for (let id = session.headId; id !== null; ) {
    const message = byId.get(id);
    // A circle in a document that somebody made by hand ends here, too.
    if (!message || branch.length > messages.length) break;
    branch.push(message);
    id = message.parentId;
  }
  return branch.reverse();
}
