import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * Their tests replace no module and leave nothing behind in one, so that files can share what they import: that takes
 * a third of the time. The others start each file afresh.
 */
const sharing = [
  'packages/agent',
  'packages/client',
  'packages/models',
  'packages/protocol',
  'packages/testkit',
  'packages/tools',
  'apps/server',
];

/** Every test fails that sends a scripted model or provider what a strict one would refuse. */
const strict = fileURLToPath(new URL('packages/testkit/src/strict-setup.ts', import.meta.url));

function toSharing(folder: string) {
  const own = `${folder}/vitest.config.ts`;
  return {
    ...(existsSync(new URL(own, import.meta.url)) ? { extends: `./${own}` } : {}),
    test: { name: `@slipstream/${folder.split('/')[1]}`, root: folder, isolate: false, setupFiles: [strict] },
  };
}

export default defineConfig({
  test: {
    projects: [
      ...sharing.map(toSharing),
      'packages/store',
      'apps/web',
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
});
