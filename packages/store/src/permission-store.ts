// What the user allowed for good: rules by their text, and tools by their name.
import type { PermissionStore, StoredRule } from '@slipstream/agent';
import type { Database } from './database.ts';

export function createPermissionStore(database: Database): PermissionStore {
  return {
    rules: () =>
      database.read(async (queries) => {
        const rows = await queries.selectFrom('permission_rules').selectAll().orderBy('seq').execute();
        return rows.map(toRule);
      }),
    addRule: (rule) =>
      database.write(async (queries) => {
        await queries
          .insertInto('permission_rules')
          .values({ id: rule.id, text: rule.text, created_at: rule.createdAt })
          .onConflict((conflict) => conflict.column('text').doNothing())
          .execute();
        const row = await queries
          .selectFrom('permission_rules')
          .selectAll()
          .where('text', '=', rule.text)
          .executeTakeFirstOrThrow();
        return toRule(row);
      }),
    removeRule: (id) =>
      database.write(async (queries) => {
        const result = await queries
          .deleteFrom('permission_rules')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return result.numDeletedRows > 0n;
      }),
    tools: () => database.read((queries) => queries.selectFrom('known_tools').selectAll().execute()),
    setTool: ({ name, fingerprint }) =>
      database.write(async (queries) => {
        await queries
          .insertInto('known_tools')
          .values({ name, fingerprint })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ fingerprint }))
          .execute();
      }),
  };
}

function toRule(row: { id: string; text: string; created_at: string }): StoredRule {
  return { id: row.id, text: row.text, createdAt: row.created_at };
}
