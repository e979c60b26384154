import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { precompressFolder } from './precompress.ts';

test('compresses the text files of a build that are worth it, at any depth', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'precompress-'));
  try {
    const text = 'const words = "again and again";\n'.repeat(200);
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets/a.js'), text);
    await writeFile(join(folder, 'assets/a.png'), text);
    await writeFile(join(folder, 'small.css'), 'a{}');
    await precompressFolder(folder);
    const found = (await readdir(folder, { recursive: true })).sort();
    expect(found).toEqual([
      'assets',
      'assets/a.js',
      'assets/a.js.br',
      'assets/a.js.gz',
      'assets/a.png',
      'small.css',
    ]);
    expect(brotliDecompressSync(await readFile(join(folder, 'assets/a.js.br'))).toString()).toBe(text);
    expect(gunzipSync(await readFile(join(folder, 'assets/a.js.gz'))).toString()).toBe(text);
  } finally {
    await rm(folder, { recursive: true });
  }
});
