// An archive as a session of its own: every id is a new one, so that it can be taken in as often as one likes, also
// where the first one still is.
import { type SessionArchive, ShownImage } from '@slipstream/protocol';
import * as z from 'zod';

const maxImages = 50;

/** `kept` are the files that messages and calls still have; `attachments` stay in their order. */
export function withNewIds(
  archive: SessionArchive,
  next: () => string,
  kept: ReadonlySet<string> = new Set(),
): SessionArchive {
  const ids = new Map<string, string>();
  const renamed = (id: string): string => {
    const known = ids.get(id) ?? next();
    ids.set(id, known);
    return known;
  };
  const orNull = (id: string | null) => (id === null ? null : renamed(id));
  const { session } = archive;
  return {
    ...archive,
    session: {
      ...session,
      id: renamed(session.id),
      headId: orNull(session.headId),
      ...(session.lastTurn
        ? { lastTurn: { ...session.lastTurn, turnId: renamed(session.lastTurn.turnId) } }
        : {}),
    },
    messages: archive.messages.map((message) => ({
      ...message,
      id: renamed(message.id),
      sessionId: renamed(session.id),
      parentId: orNull(message.parentId),
      turnId: renamed(message.turnId),
      siblings: [],
      attachments: message.attachments.filter((id) => kept.has(id)).map(renamed),
    })),
    attachments: (archive.attachments ?? []).map(({ turnId, ...each }) => ({
      ...each,
      id: renamed(each.id),
      ...(turnId === undefined ? {} : { turnId: renamed(turnId) }),
    })),
    turns: archive.turns.map(({ turn, entries }) => ({
      turn: {
        ...turn,
        id: renamed(turn.id),
        sessionId: renamed(session.id),
        userMessageId: renamed(turn.userMessageId),
        assistantMessageId: orNull(turn.assistantMessageId),
      },
      entries: entries.map((entry) => ({
        ...entry,
        id: renamed(entry.id),
        turnId: renamed(turn.id),
        parentId: orNull(entry.parentId),
        output: withOwnImages(entry.output, kept, renamed),
      })),
    })),
  };
}

/** Somebody else may have made the archive: of the images that a call names only those that came along are left. */
function withOwnImages(output: unknown, kept: ReadonlySet<string>, renamed: (id: string) => string): unknown {
  if (typeof output !== 'object' || output === null || !('images' in output)) return output;
  const { images, ...rest } = output;
  const own = z.array(ShownImage).safeParse(images);
  const left = own.success ? own.data.filter(({ id }) => kept.has(id)).slice(0, maxImages) : [];
  return left.length === 0
    ? rest
    : { ...rest, images: left.map((image) => ({ ...image, id: renamed(image.id) })) };
}
