import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { createLogSync } from './log-sync.ts';

const synced: string[] = [];
const real = vi.hoisted(() => ({ open: undefined as unknown as typeof open }));
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  real.open = fs.open;
  return {
    ...fs,
    open: async (path: string, flags: string) => {
      const file = await real.open(path, flags);
      const datasync = file.datasync.bind(file);
      file.datasync = () => {
        synced.push(path);
        return datasync();
      };
      return file;
    },
  };
});

const folder = mkdtempSync(join(tmpdir(), 'slipstream-log-sync-'));
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

it('syncs the log once for all commits of half a second, and not after it was closed', async () => {
  vi.useFakeTimers();
  const path = join(folder, 'a.db');
  writeFileSync(`${path}-wal`, 'log');
  const warnings: unknown[] = [];
  const log = { info: () => {}, warn: (fields: unknown) => warnings.push(fields), error: () => {} };
  const sync = createLogSync(path, log);
  sync.touch();
  sync.touch();
  vi.advanceTimersByTime(499);
  expect(synced).toEqual([]);
  vi.advanceTimersByTime(1);
  await sync.close();
  expect(synced).toEqual([`${path}-wal`]);
  sync.touch();
  vi.advanceTimersByTime(5000);
  await sync.close();
  expect(synced).toHaveLength(1);
  expect(warnings).toEqual([]);
});
