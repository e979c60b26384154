// Whether a document can be a session: others may have made it, by hand or to do harm.
import { AppError, type SessionArchive } from '@slipstream/protocol';

/** Throws `invalid_request` where something is there twice, or stands under what does not come before it. */
export function checkArchive({ session, messages, turns }: SessionArchive): void {
  const before = new Set<string>();
  for (const { id, parentId } of messages) {
    if (before.has(id)) refuse(`has the message ${id} twice`);
    if (parentId !== null && !before.has(parentId))
      refuse(`has the message ${id} under ${parentId}, which does not come before it`);
    before.add(id);
  }
  if (session.headId !== null && !before.has(session.headId))
    refuse(`ends with the message ${session.headId}, which it does not have`);
  const seen = new Set<string>();
  for (const { turn, entries } of turns)
    for (const { id } of [turn, ...entries]) {
      if (seen.has(id)) refuse(`has the turn or step ${id} twice`);
      seen.add(id);
    }
}

function refuse(what: string): never {
  throw new AppError('invalid_request', `The file is not a session as it was exported: it ${what}.`);
}
