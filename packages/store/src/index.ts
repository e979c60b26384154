export { backupSqlite } from './backup-sqlite.ts';
export { createSqliteStore } from './create-sqlite-store.ts';
