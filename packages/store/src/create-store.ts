// The Store port over a Database, whichever that is.
import type { Store } from '@slipstream/agent';
import { createArchiveStore } from './archive-store.ts';
import { createAttachmentStore } from './attachment-store.ts';
import { createChangeStore } from './change-store.ts';
import type { Database } from './database.ts';
import { createHistoryStore } from './history-store.ts';
import { createPermissionStore } from './permission-store.ts';
import { createPromptStore } from './prompt-store.ts';
import { createCallIndex } from './search/call-index.ts';
import { createSearchStore } from './search-store.ts';
import { createSessionStore } from './session-store.ts';
import { createSummaryStore } from './summary-store.ts';
import { createTraceStore } from './trace-store.ts';
import { createTurnStore } from './turn-store.ts';

/** Owns the database: closing the store closes it. */
export function createStore(database: Database): Store {
  const calls = createCallIndex(database);
  return {
    sessions: createSessionStore(database),
    summaries: createSummaryStore(database),
    turns: createTurnStore(database, calls),
    history: createHistoryStore(database),
    changes: createChangeStore(database),
    permissions: createPermissionStore(database),
    attachments: createAttachmentStore(database),
    search: createSearchStore(database, calls),
    prompts: createPromptStore(database),
    traces: createTraceStore(database),
    archive: createArchiveStore(database),
    ping: () =>
      database.read(async (queries) => {
        await queries.selectFrom('sessions').select('id').limit(1).execute();
      }),
    close() {
      calls.close();
      return database.close();
    },
  };
}
