// Removes the files that nobody has, once after each start and beside everything else.
import type { Log } from '@slipstream/agent';
import type { AttachmentFolder } from '../attachments/attachment-files.ts';

/** The returned function ends it, and resolves when nothing is being removed. */
export function sweepAttachments(folder: Pick<AttachmentFolder, 'sweep'>, log: Log): () => Promise<void> {
  const end = new AbortController();
  const swept = folder
    .sweep(end.signal)
    .catch((err: unknown) => log.error({ err }, 'files that nobody has could not be removed'));
  return async () => {
    end.abort();
    await swept;
  };
}
