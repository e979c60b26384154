// Writes a .br and a .gz beside every text file of a finished build, so that the server sends them as they are and
// spends nothing per request. It runs once, after the last file is written, and touches no original.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const textFile = /\.(?:html|js|css|svg|json|webmanifest|txt|map)$/;
const smallestBytes = 1024;

/** A build plugin; in development it does nothing. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      if (!error) await precompressFolder(folder);
    },
  };
}

/** Compresses what is worth it in `folder` and below; gives the paths of the originals. */
export async function precompressFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const done: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !textFile.test(entry.name)) continue;
    if ((await stat(path)).size < smallestBytes) continue;
    const content = await readFile(path);
    await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
    await writeFile(
      `${path}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    );
    done.push(path);
  }
  return done;
}
