// How the store's queries reach a database, whichever it is: reads and transactions. Hides connections, their order
// and the errors of the driver. Queries must not catch what these reject with.
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What a query runs on. */
export type Queries = Kysely<Tables>;

/**
 * All of these run `work` with nothing of another call in between, in the order of the calls, and reject with AppError:
 * the one that `work` threw, or `storage` for a failure of the database.
 */
export type Database = {
  read<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * All or nothing: all of `work` is durable when it resolves, and nothing of it is stored when it rejects. Calls that
   * wait at the same time may share a transaction, and `work` may run again where that transaction failed: it must do
   * nothing but query.
   */
  write<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * As `write`, but it does not wait for the disk: it survives the death of this process at once, and a power failure
   * within a second.
   */
  writeSoon<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * As `writeSoon`, for what is stored most often: `work` changes something with one statement at most, and has changed
   * nothing where it rejects.
   */
  writeOne<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Something was removed: soon it is to be nowhere in the files, not only out of reach. */
  forget(): void;
  /** Lets the calls made so far end. Every later call rejects with `storage`. */
  close(): Promise<void>;
};
