// Whether a part of a session's sums was estimated, as its messages already tell of themselves.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('usage_estimated', 'integer').execute();
  await sql`update sessions set usage_estimated = 1 where id in (select session_id from messages where usage_estimated = 1)`.execute(
    db,
  );
}
