import { defineConfig } from 'vitest/config';

// Every commit waits for the disk, which others may keep busy.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 30_000 } });
