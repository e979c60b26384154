// The port by which a change of a file is looked at and undone. What it is given are records, never a model's words;
// where their paths lead is checked by whoever implements it, each time.
import type { ChangedFileDiff } from '@slipstream/protocol';
import type { StoredFileChange } from './store.ts';

export type FileRestorer = {
  /** The hash of what is at the path now; null where there is no file, or none that may be opened. */
  look(workspace: string, path: string): Promise<string | null>;
  /** Whether what the change replaced can be put back. */
  isKept(change: StoredFileChange): Promise<boolean>;
  /**
   * Puts the former content back, or removes the file that was created; false, with nothing done, when it is not as
   * the change left it. Rejects where the disk cannot be written.
   */
  restore(workspace: string, change: StoredFileChange): Promise<boolean>;
  /**
   * What the change replaced, beside what is in the file now. Rejects with `forbidden` for a file that is not shown to
   * people.
   */
  compare(workspace: string, change: StoredFileChange): Promise<Pick<ChangedFileDiff, 'state' | 'diff'>>;
  /** Removes what is kept for a session. */
  forget(sessionId: string): Promise<void>;
};
