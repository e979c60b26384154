// Puts the server and what it imports into one file, and what it loads later into others: `node
// apps/server/build/bundle.ts FOLDER`, from the workspace's root. Its last line of output is the list of our own sources that are in it.
// What is looked for beside a source stays there: threads, the page and native parts are found as before.
import { join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

const root = process.cwd();
const folder = resolve(process.argv[2] ?? '');
/** Packages that bring files which are no JavaScript; each is loaded as its importer would. */
const outside = ['better-sqlite3', '@vscode/ripgrep'];
/** Importing it as a module reads all that it offers, and with `WebSocket` a second HTTP client: 12 MB. */
const plain = 'node:http';

function urlOf(file: string): string {
  const path = relative(folder, file).replaceAll(sep, '/');
  return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
}

const mark = '\0outside:';

const bundle = await rolldown({
  cwd: root,
  input: { main: join('apps', 'server', 'src', 'main.ts') },
  platform: 'node',
  plugins: [
    {
      name: 'stay-outside',
      resolveId(name, importer) {
        if (outside.includes(name)) return `${mark}${name}|${importer}`;
        return name === plain || name === 'http' ? `${mark}${plain}` : null;
      },
      load(id) {
        if (!id.startsWith(mark)) return null;
        const [name, importer] = id.slice(mark.length).split('|');
        const load = importer
          ? `require('node:module').createRequire(${urlOf(importer)})(${JSON.stringify(name)})`
          : `process.getBuiltinModule(${JSON.stringify(name)})`;
        return { code: `module.exports = ${load};`, moduleType: 'js' };
      },
    },
    {
      name: 'own-place',
      transform(code, id) {
        if (!id.endsWith('.ts') || id.startsWith(mark) || !code.includes('import.meta.url')) return null;
        return { code: code.replaceAll('import.meta.url', urlOf(id)), map: null };
      },
    },
  ],
});
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
  comments: { legal: false, annotation: false, jsdoc: false },
});
await bundle.close();
const inputs = output
  .flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []))
  .filter((id) => id.startsWith(root + sep) && !id.includes(`${sep}node_modules${sep}`))
  .map((id) => relative(root, id));
console.log(JSON.stringify([...new Set(inputs)].sort()));
