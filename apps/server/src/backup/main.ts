// `npm run backup [-- folder]`: copies the data folder, also while the server runs, and prints where to.
import { join, resolve } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { toConfig } from '../config/config.ts';
import { readEnvironment } from '../config/read-environment.ts';
import { readText } from '../config/read-text.ts';
import { runBackup } from './run-backup.ts';

try {
  const { dataDir } = toConfig(readEnvironment(process.env, process.cwd()), process.cwd(), readText);
  const moment = new Date().toISOString().replace(/[:.]/g, '-');
  const to = process.argv[2] ? resolve(process.argv[2]) : join(`${dataDir}-backups`, moment);
  process.stdout.write(`Copied ${dataDir} to ${await runBackup(dataDir, to)}\n`);
} catch (thrown) {
  console.error(thrown instanceof AppError && thrown.code !== 'internal' ? thrown.message : thrown);
  process.exit(1);
}
