// A folder that is gone after the test, and a store's file in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function useTempFolder(): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, 'slipstream.db') };
}
