// The search over everything that is stored.
import type { SearchStore } from '@slipstream/agent';
import type { Database } from './database.ts';
import { findHits } from './search/find-hits.ts';

export function createSearchStore(database: Database): SearchStore {
  return { find: (query) => database.read((queries) => findHits(queries, query)) };
}
