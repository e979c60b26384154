// A whole session as one JSON document: what `export?format=json` gives and an import takes.
import * as z from 'zod/mini';
import { Message, Session, TrajectoryEntry, Turn } from './records.ts';

export const archiveFormat = 'slipstream-session';

/** All branches, and the turns that have ended. Messages are in the order in which they were made. */
export const SessionArchive = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(1),
  exportedAt: z.string(),
  session: Session,
  messages: z.array(Message).check(z.maxLength(200_000)),
  turns: z.array(z.object({ turn: Turn, entries: z.array(TrajectoryEntry) })).check(z.maxLength(200_000)),
});
export type SessionArchive = z.infer<typeof SessionArchive>;

export const ExportFormat = z.enum(['markdown', 'json', 'jsonl']);
export type ExportFormat = z.infer<typeof ExportFormat>;
export const ExportQuery = z.object({ format: z._default(ExportFormat, 'markdown') });
