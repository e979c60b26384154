import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { backupSqlite } from './backup-sqlite.ts';
import { createSqliteStore } from './create-sqlite-store.ts';
import { accept, finish, idOf, now, sessionId } from './testing/records.ts';
import { useTempFolder } from './testing/temp-folder.ts';

async function answer(store: Awaited<ReturnType<typeof createSqliteStore>>, n: number): Promise<void> {
  await store.turns.acceptMessage(accept(n));
  await store.turns.beginTurn(idOf('turn', n), now);
  await store.turns.finishTurn(finish(n));
}

it('copies a store that is open and written to meanwhile, as one moment of it', async () => {
  const { folder, path } = useTempFolder();
  const store = await createSqliteStore({ path });
  for (let n = 0; n < 20; n++) await answer(store, n);
  const to = join(folder, 'copies', 'one.db');
  let writing = true;
  const writer = (async () => {
    for (let n = 20; writing; n++) {
      await answer(store, n);
      // The store answers without a pause, and the copy needs one.
      await setImmediate();
    }
  })();
  await backupSqlite(path, to);
  writing = false;
  await writer;
  await store.close();
  expect(readdirSync(join(folder, 'copies'))).toEqual(['one.db']);

  const copy = await createSqliteStore({ path: to });
  const { messages } = await copy.history.messages(sessionId, { limit: 10_000 });
  expect(messages.length).toBeGreaterThanOrEqual(40);
  expect(await copy.sessions.get(sessionId)).toMatchObject({ headId: messages.at(-1)?.id });
  await copy.close();
});

it('overwrites nothing, and leaves nothing when it fails', async () => {
  const { folder, path } = useTempFolder();
  const to = join(folder, 'copy.db');
  await expect(backupSqlite(path, to)).rejects.toMatchObject({
    code: 'storage',
    message: `There is no database at ${path}; set DATA_DIR to the folder that the server uses.`,
  });
  expect(existsSync(to)).toBe(false);
  writeFileSync(path, 'no database at all, but long enough to be looked at');
  await expect(backupSqlite(path, to)).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('is not a database'),
  });
  expect(existsSync(to)).toBe(false);
  writeFileSync(to, 'mine');
  await expect(backupSqlite(path, to)).rejects.toMatchObject({ message: expect.stringContaining('already') });
});
