// The gallery, built into a folder of its own so that its pictures are taken quickly (`npm run screenshots`). It is no
// part of the page.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    outDir: '../../.cache/gallery',
    emptyOutDir: true,
    minify: false,
    chunkSizeWarningLimit: 5000,
    rolldownOptions: { input: 'gallery.html' },
  },
});
