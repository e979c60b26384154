// What must be remembered of periodic tasks over a restart: whether they run at all, in which session, and how each
// went last. One small file, replaced whole.
import { readFile, rename, writeFile } from 'node:fs/promises';
import * as z from 'zod';

const State = z.object({
  on: z.boolean().default(false),
  sessionId: z.string().nullable().default(null),
  last: z
    .record(z.string(), z.object({ at: z.number(), status: z.string(), turnId: z.string().nullable() }))
    .default({}),
});
export type HeartbeatState = z.infer<typeof State>;

export type HeartbeatStateFile = {
  read(): HeartbeatState;
  /** Resolves when it is on disk. */
  write(state: HeartbeatState): Promise<void>;
  /** Resolves when nothing is being written any more; never rejects. */
  settled(): Promise<void>;
};

/** A file that is missing or cannot be understood is a fresh beginning, switched off. */
export async function openHeartbeatState(path: string): Promise<HeartbeatStateFile> {
  const parsed = State.safeParse(
    await readFile(path, 'utf8')
      .then(JSON.parse, () => ({}))
      .catch(() => ({})),
  );
  let state = parsed.success ? withoutRunning(parsed.data) : State.parse({});
  let writing = Promise.resolve();
  return {
    read: () => state,
    write(next) {
      state = next;
      writing = writing
        .catch(() => undefined)
        .then(async () => {
          await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
          await rename(`${path}.new`, path);
        });
      return writing;
    },
    settled: () => writing.catch(() => undefined),
  };
}

/** The same, switched off for this run of the server, whatever the file says. */
export function toRestingState(state: HeartbeatStateFile): HeartbeatStateFile {
  return { ...state, read: () => ({ ...state.read(), on: false }) };
}

/** What ran when the server ended was cut off. */
function withoutRunning(state: HeartbeatState): HeartbeatState {
  const last = Object.entries(state.last).map(([id, run]) => [
    id,
    run.status === 'running' ? { ...run, status: 'interrupted' } : run,
  ]);
  return { ...state, last: Object.fromEntries(last) };
}
