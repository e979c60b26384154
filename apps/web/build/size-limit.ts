// Fails a build whose first load has grown too heavy: everything that the entry needs before it can paint, as the
// network carries it. What is loaded on demand does not count.
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** `entryBytes`: the limit for the entry's scripts together, compressed with gzip. */
export function sizeLimit(entryBytes: number): Plugin {
  return {
    name: 'size-limit',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const bytes = firstLoadBytes(bundle);
        if (bytes > entryBytes)
          this.error(
            `The first load is ${bytes} bytes of compressed script, over the limit of ${entryBytes}. ` +
              'Load what is not needed at once on demand.',
          );
      },
    },
  };
}

/** The size of every entry and of what entries import, each file once. */
export function firstLoadBytes(bundle: Rolldown.OutputBundle): number {
  const seen = new Set<string>();
  const visit = (name: string): number => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || seen.has(name)) return 0;
    seen.add(name);
    return file.imports.reduce((sum, each) => sum + visit(each), gzipSync(file.code, { level: 9 }).length);
  };
  return Object.values(bundle).reduce(
    (sum, file) => sum + (file.type === 'chunk' && file.isEntry ? visit(file.fileName) : 0),
    0,
  );
}
