import { defineConfig } from 'vitest/config';

// Most tests here start processes, which on a busy machine takes its time.
export default defineConfig({ test: { testTimeout: 60_000 } });
