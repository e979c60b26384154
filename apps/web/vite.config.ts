/// <reference types="vitest/config" />
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { sizeLimit } from './build/size-limit.ts';

const server = 'http://127.0.0.1:8787';

export default defineConfig({
  plugins: [react(), tailwindcss(), sizeLimit({ bytes: 200_000, files: 6 }), precompress()],
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What the first load needs in two files, of which the first stays the same from one version to the next. In the
        // thirty that sharing it with what is loaded later would make of it, it takes its time in requests.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 1 },
            // Without the entry itself: a chunk that is put together is none.
            { name: 'page', tags: ['$initial'], test: (id) => !/\.html$|\/src\/main\.tsx$/.test(id) },
          ],
        },
      },
    },
  },
  test: {
    name: 'web',
    environment: 'happy-dom',
    // One page for all files, cleaned after each test: making one costs more than most files' tests.
    isolate: false,
    testTimeout: 20_000,
    setupFiles: ['./src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
  },
});
