// Fails a build whose first load has grown too heavy, or comes in too many files: everything that the entry needs before
// it can paint, as the network carries it. What is loaded on demand does not count.
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** `bytes`: of the first load's scripts together, compressed with gzip; `files`: how many they are. */
export type FirstLoad = { bytes: number; files: number };

export function sizeLimit(most: FirstLoad): Plugin {
  return {
    name: 'size-limit',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const { bytes, files } = firstLoad(bundle);
        if (files === 0) this.error('No script of the build is an entry, so nothing of it can be measured.');
        if (bytes > most.bytes)
          this.error(
            `The first load is ${bytes} bytes of compressed script, over the limit of ${most.bytes}. ` +
              'Load what is not needed at once on demand.',
          );
        if (files > most.files)
          this.error(
            `The first load is ${files} scripts, over the limit of ${most.files}: a browser fetches few at a time. ` +
              'Put them together.',
          );
      },
    },
  };
}

/** Every entry and what entries import, each file once. */
export function firstLoad(bundle: Rolldown.OutputBundle): FirstLoad {
  const seen = new Set<string>();
  const visit = (name: string): number => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || seen.has(name)) return 0;
    seen.add(name);
    return file.imports.reduce((sum, each) => sum + visit(each), gzipSync(file.code, { level: 9 }).length);
  };
  const bytes = Object.values(bundle).reduce(
    (sum, file) => sum + (file.type === 'chunk' && file.isEntry ? visit(file.fileName) : 0),
    0,
  );
  return { bytes, files: seen.size };
}
