// Takes a session out as a file, and in again as one of its own. It tells nobody of what was taken in.
import type { ExportFormat, Mode, Session, SessionArchive } from '@slipstream/protocol';
import { toTimestamp } from '../clock.ts';
import type { SessionDeps } from '../session-deps.ts';
import type { KeptFile } from '../sessions.ts';
import type { StoredAttachment, StoredSession } from '../store.ts';
import { checkArchive } from './check-archive.ts';
import { toArchivedFiles } from './to-archived-files.ts';
import { toExport } from './to-export.ts';
import { withNewIds } from './with-new-ids.ts';

export type SessionArchives = {
  /** Rejects with `not_found`. The text comes a piece at a time, and is as the session was when it began. */
  export(sessionId: string, format: ExportFormat): Promise<AsyncIterable<string>>;
  /**
   * `files`: those that were kept, by their ids in the archive; messages and calls lose all others. Rejects with
   * `invalid_request` for what is no session. Modes that ask less than the default one are not taken over.
   */
  import(archive: SessionArchive, files?: ReadonlyMap<string, KeptFile>): Promise<StoredSession>;
};

export function createSessionArchives(
  deps: SessionDeps,
  withStatus: (session: StoredSession) => Session,
): SessionArchives {
  const { store, clock, ids } = deps;
  const now = () => toTimestamp(clock.now());
  return {
    async export(sessionId, format) {
      const reading = await store.archive.read(sessionId);
      const whole = {
        exportedAt: now(),
        session: withStatus(reading.session),
        attachments: toArchivedFiles(reading.attachments, deps.attachmentFiles),
      };
      return toExport(reading, format, whole, [...deps.tools().values()]);
    },
    async import(archive, files = new Map()) {
      checkArchive(archive);
      const renamed = withNewIds(archive, () => ids.next(), new Set(files.keys()));
      const { session, messages, turns } = renamed;
      const attachments = (archive.attachments ?? []).flatMap(({ id }, index): StoredAttachment[] => {
        const [file, own] = [files.get(id), renamed.attachments?.[index]];
        return file && own
          ? [{ ...file, id: own.id, sessionId: session.id, turnId: own.turnId, createdAt: now() }]
          : [];
      });
      const model = deps.models.get(session.model) ? session.model : deps.models.defaultId();
      return store.archive.add({
        session: { ...session, model, mode: toOwnMode(session.mode), workspace: deps.workspace },
        messages,
        turns,
        attachments,
      });
    },
  };
}

/** A file that came from elsewhere must not decide that fewer things are asked. */
function toOwnMode(mode: Mode): Mode {
  return mode === 'plan' ? 'plan' : 'default';
}
