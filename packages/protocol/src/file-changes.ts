// What the file tools changed in a turn, and whether it can be undone. The record is stored; `state` is found out by
// looking at the file when it is asked for, so it is never old.
import * as z from 'zod/mini';
import { Id, Timestamp } from './primitives.ts';

/**
 * `undoable`: the file is as this change left it. `undone`: it is as it was before. `later`: a later change of the
 * session builds on this one. `changed`: somebody else has changed the file since. `gone`: it is not there any more, or
 * cannot be opened. `lost`: its former content is not kept (any more).
 */
export const ChangeState = z.enum(['undoable', 'undone', 'later', 'changed', 'gone', 'lost']);
export type ChangeState = z.infer<typeof ChangeState>;

/** One change of one file by one call. `path` is relative to the workspace. */
export const FileChange = z.object({
  id: Id,
  callId: z.string(),
  path: z.string(),
  kind: z.enum(['created', 'edited']),
  state: ChangeState,
  /** Whether undoing all of its turn would undo it. */
  withTurn: z.boolean(),
  undoneAt: z.nullable(Timestamp),
});
export type FileChange = z.infer<typeof FileChange>;

/** A change as it is on record, without a look at the file. */
export type FileChangeRecord = Omit<FileChange, 'state' | 'withTurn'>;

/** One of them, or without `changeId` all of the turn. */
export const UndoBody = z.object({ changeId: z.optional(Id) });
export type UndoBody = z.infer<typeof UndoBody>;

/** Oldest first. */
export type TurnChanges = { changes: FileChange[] };

/**
 * A file that tools changed in a session. `kind` is what the first of its `changes` did; `undone`: all of them were;
 * `turnId` and `changedAt` are of the last.
 */
export type ChangedFile = {
  path: string;
  kind: 'created' | 'edited';
  changes: number;
  undone: boolean;
  turnId: string;
  changedAt: string;
};
/** The file that was changed last comes first. */
export type ChangedFileList = { files: ChangedFile[] };

export const ChangedFileQuery = z.object({ path: z.string().check(z.minLength(1), z.maxLength(4096)) });

/**
 * A file as it was before the session's tools first changed it, beside what it is now, whoever changed it since. `diff` is
 * there for `changed` alone. `same`: as before. `rewritten`: the two have too little in common. `lost`: its former
 * content is not kept (any more). `gone`: it is not there any more. `binary` and `too_large` are not compared.
 */
export type ChangedFileDiff = {
  path: string;
  state: 'changed' | 'same' | 'rewritten' | 'lost' | 'gone' | 'binary' | 'too_large';
  diff: string | null;
};
