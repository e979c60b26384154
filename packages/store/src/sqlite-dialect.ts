// Kysely's SQLite dialect on better-sqlite3 with what a store needs: transactions that take the write lock at once,
// a rollback that cannot hide the error that caused it, prepared statements that are kept, schema changes in
// transactions. It must not know any table.
import type { Database as Sqlite, Statement } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

const keptStatements = 200;

export function createSqliteDialect(sqlite: Sqlite): Dialect {
  return {
    createAdapter: () => new TransactionalDdlAdapter(),
    createDriver: () => createDriver(sqlite),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite can change its schema in a transaction, so a migration that is cut off leaves nothing behind. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function createDriver(sqlite: Sqlite): Driver {
  const connection = createConnection(sqlite);
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    // A transaction that reads first and asks for the write lock later fails at once when another program wrote in
    // between, without waiting its turn.
    beginTransaction: async () => void sqlite.exec('begin immediate'),
    commitTransaction: async () => void sqlite.exec('commit'),
    // After some errors (a full disk) SQLite has rolled back by itself; a second rollback would throw in place of them.
    rollbackTransaction: async () => void (sqlite.inTransaction && sqlite.exec('rollback')),
    releaseConnection: async () => {},
    destroy: async () => void sqlite.close(),
  };
}

function createConnection(sqlite: Sqlite): DatabaseConnection {
  const statements = new Map<string, Statement<unknown[]>>();
  const prepare = (text: string) => {
    const kept = statements.get(text);
    if (kept) return kept;
    if (statements.size >= keptStatements) statements.clear();
    const statement = sqlite.prepare<unknown[]>(text);
    statements.set(text, statement);
    return statement;
  };
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const statement = prepare(sql);
      if (statement.reader) return { rows: statement.all(...parameters) as R[] };
      return { numAffectedRows: BigInt(statement.run(...parameters).changes), rows: [] };
    },
    async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      for (const row of sqlite.prepare(sql).iterate(...parameters)) yield { rows: [row as R] };
    },
  };
}
