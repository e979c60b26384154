// Imports a file of the owner's with Node's own loader, anew at each generation: its `slipstream` is this server's, and
// what it imports from its own folder is as new as itself. What was imported before stays in memory until the end.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type FreshImporter = {
  /** Rejects with what the file throws. */
  load(name: string, generation: number): Promise<Record<string, unknown>>;
  close(): void;
};

const slipstream = new URL('slipstream.ts', import.meta.url).href;
const formats: Readonly<Record<string, string>> = { ts: 'module-typescript', mts: 'module-typescript' };

/** Node's own `import`. */
export type ImportModule = (url: string) => Promise<Record<string, unknown>>;

/** Both are real places; nothing of `forbidden` is imported. Holds a hook of the process until it is closed. */
export function createFreshImporter(
  folder: string,
  forbidden: string,
  importModule: ImportModule,
): FreshImporter {
  const base = pathToFileURL(join(folder, '/')).href;
  const closed = pathToFileURL(join(forbidden, '/')).href;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? '';
      if (!parent.startsWith(base) && !specifier.startsWith(base)) return next(specifier, context);
      if (specifier === 'slipstream') return { url: slipstream, shortCircuit: true };
      const resolved = next(specifier, context);
      if (resolved.url.startsWith(closed)) throw new Error(`${specifier} lies in the workspace.`);
      if (!resolved.url.startsWith(base) || resolved.url.includes('/node_modules/')) return resolved;
      const url = new URL(resolved.url);
      if (url.search === '') url.search = new URL(parent || specifier).search;
      const extension = url.pathname.split('.').at(-1) ?? '';
      const format = extension === 'js' ? 'module' : (formats[extension] ?? resolved.format);
      return { ...resolved, url: url.href, ...(format ? { format } : {}) };
    },
  });
  return {
    load: (name, generation) => importModule(`${base}${encodeURIComponent(name)}?v=${generation}`),
    close: () => hooks.deregister(),
  };
}
