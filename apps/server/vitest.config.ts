import { defineConfig } from 'vitest/config';

// The wire tests start real servers, some as processes of their own; a busy machine needs longer than the default.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } });
