// The tool that shows what is in a folder: folders, files with their sizes, links with where they point.

import { lstat, opendir, readlink } from 'node:fs/promises';
import { defineTool, type Tool } from '@slipstream/agent';
import { toVisible } from '@slipstream/protocol';
import * as z from 'zod';
import { type Boundary, isAllowed, toBoundary } from '../boundary/boundary.ts';
import { toFileError } from '../boundary/file-error.ts';
import { descriptorPath, entryPath, type Opened, openFolder } from '../boundary/open-inside.ts';
import { toRelativePath } from '../boundary/parse-path.ts';
import { toByteCount } from '../text/counts.ts';
import { toOneLine } from '../text/visible-text.ts';
import { toToolResult } from '../tool-result.ts';
import type { ToolSettings } from '../tool-settings.ts';

/** Counting goes no further than this: a folder of millions must not fill the memory with names. */
const maxCounted = 100_000;

export function createListDirectory({ limits, hidden }: ToolSettings): Tool {
  return defineTool({
    name: 'list_directory',
    description:
      'Lists a folder of the workspace, not what is in its subfolders: folders end in /, files have their size, links ' +
      'have their goal. Use glob to find files by name at any depth.',
    input: z.object({
      path: z.string().default('.').describe('Path of the folder, relative to the workspace'),
    }),
    risk: 'read',
    concurrencySafe: true,
    title: ({ path }) => `List ${path === '.' ? 'the workspace' : toOneLine(path)}`,
    run: ({ path }, { workspace, signal }) =>
      toToolResult(signal, async () => {
        const boundary = await toBoundary(workspace, hidden);
        const folder = await openFolder(boundary, toRelativePath(boundary, path), path);
        try {
          const { names, more } = await namesIn(boundary, folder, path, signal);
          if (names.length === 0) return { output: '[the folder is empty]' };
          const shown = await toLines(folder, names, limits.maxListedEntries, limits.maxOutputBytes - 256);
          if (shown.length === names.length && !more) return { output: shown.join('\n') };
          const total = more ? `more than ${names.length}` : `${names.length}`;
          const note = `[${shown.length} of ${total} entries; use glob with a pattern to see the others]`;
          return { output: [...shown, note].join('\n'), truncated: true };
        } finally {
          await folder.handle.close();
        }
      }),
  });
}

async function namesIn(
  boundary: Boundary,
  folder: Opened,
  shown: string,
  signal: AbortSignal,
): Promise<{ names: string[]; more: boolean }> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(descriptorPath(folder), { bufferSize: 1024 })) {
      signal.throwIfAborted();
      if (names.length >= maxCounted) return { names: names.sort(), more: true };
      if (isAllowed(boundary, `${folder.place}/${entry.name}`)) names.push(entry.name);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toFileError(error, shown);
  }
  return { names: names.sort(), more: false };
}

async function toLines(
  folder: Opened,
  names: readonly string[],
  maxLines: number,
  maxBytes: number,
): Promise<string[]> {
  const lines: string[] = [];
  let bytes = 0;
  for (const name of names.slice(0, maxLines)) {
    const line = await toLine(folder, name);
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxBytes) break;
    lines.push(line);
  }
  return lines;
}

async function toLine(folder: Opened, name: string): Promise<string> {
  const path = entryPath(folder, name);
  const shown = toVisible(name).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  try {
    const stats = await lstat(path);
    if (stats.isDirectory()) return `${shown}/`;
    if (stats.isSymbolicLink()) return `${shown} -> ${toOneLine(await readlink(path), 200)}`;
    return stats.isFile() ? `${shown} (${toByteCount(stats.size)})` : `${shown} (not a regular file)`;
  } catch {
    return `${shown} (gone meanwhile)`;
  }
}
