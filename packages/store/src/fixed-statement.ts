// A statement whose text never changes, for what is stored at every step: building it anew costs more than running it.
import { CompiledQuery } from 'kysely';
import type { Queries } from './database.ts';

export type FixedStatement<Row> = (
  queries: Queries,
  parameters: readonly (string | number | null)[],
) => Promise<readonly Row[]>;

/** `text` has a `?` for each parameter, and names tables and columns as they are in `tables.ts`. */
export function fixedStatement<Row = never>(text: string): FixedStatement<Row> {
  return async (queries, parameters) =>
    (await queries.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows;
}
