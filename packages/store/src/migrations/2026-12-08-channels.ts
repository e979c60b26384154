// Sessions that belong to a place outside: a bot's chat, a script's job.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('channel', 'text').execute();
  for (const table of ['sessions', 'turns'])
    await db.schema.alterTable(table).addColumn('chat_id', 'text').execute();
  // What takes a trace out of the search index looks for its entries.
  await db.schema.createIndex('search_docs_by_source').on('search_docs').column('source_id').execute();
}
