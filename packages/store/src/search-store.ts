// The search over everything that is stored.
import type { SearchStore } from '@slipstream/agent';
import type { Database } from './database.ts';
import type { CallIndex } from './search/call-index.ts';
import { findHits } from './search/find-hits.ts';

export function createSearchStore(database: Database, calls: CallIndex): SearchStore {
  return {
    async find(query) {
      await calls.flush();
      return database.read((queries) => findHits(queries, query));
    },
  };
}
