// A whole session as one JSON document: what `export?format=json` gives and an import takes.
import * as z from 'zod/mini';
import { Id } from './primitives.ts';
import { Message, Session, TrajectoryEntry, Turn } from './records.ts';

export const archiveFormat = 'slipstream-session';

/**
 * A file of a message, or an image that a tool gave. `data` is its bytes in Base64; `leftOut` where there is none, since the files were too many or it is
 * gone. Everything but the id, the name and the bytes is found out anew by whoever takes it in.
 */
export const ArchivedAttachment = z.object({
  id: Id,
  name: z.string().check(z.maxLength(1000)),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Of an image that a tool gave: the turn of the call. */
  turnId: z.optional(Id),
  data: z.optional(z.string()),
  leftOut: z.optional(z.boolean()),
});
export type ArchivedAttachment = z.infer<typeof ArchivedAttachment>;

/** What the files of one archive may take, in Base64; larger ones are left out. */
export const maxArchivedFileChars = 40 * 1024 * 1024;

/** All branches, and the turns that have ended. Messages are in the order in which they were made. */
export const SessionArchive = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(1),
  exportedAt: z.string(),
  session: Session,
  messages: z.array(Message).check(z.maxLength(200_000)),
  attachments: z.optional(z.array(ArchivedAttachment).check(z.maxLength(10_000))),
  turns: z.array(z.object({ turn: Turn, entries: z.array(TrajectoryEntry) })).check(z.maxLength(200_000)),
});
export type SessionArchive = z.infer<typeof SessionArchive>;

export const ExportFormat = z.enum(['markdown', 'json', 'jsonl']);
export type ExportFormat = z.infer<typeof ExportFormat>;
export const ExportQuery = z.object({ format: z._default(ExportFormat, 'markdown') });
