export { createSqliteStore } from './create-sqlite-store.ts';
