import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStoreContract } from '@slipstream/testkit';
import { createSqliteStore } from './create-sqlite-store.ts';

describeStoreContract('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipstream-store-'));
  return {
    open: () => createSqliteStore({ path: join(folder, 'slipstream.db') }),
    remove: () => rm(folder, { recursive: true }),
  };
});
