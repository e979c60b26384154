// Which files of a workspace speak to the model, and reading one of them: bounded, inside the workspace by where it
// really is, and without characters that are there and cannot be seen.
import { type ContextFile, type ContextProblem, maxContextFileBytes } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import type { Boundary } from '../boundary/boundary.ts';
import { openFile } from '../boundary/open-inside.ts';
import { headWithin } from '../text/cut-text.ts';

/** The files that people and agents keep in a workspace's root, by what they are for. */
export const rootFiles = {
  rules: 'AGENTS.md',
  soul: 'SOUL.md',
  user: 'USER.md',
  memory: 'MEMORY.md',
  heartbeat: 'HEARTBEAT.md',
} as const;

/** Direction overrides, zero widths and tags: text that reads differently from what it is. Joiners of emoji stay. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
const controls = /[^\P{Cc}\t\n\r]/gu;

/** Undefined where there is no such file; a problem where there is something that cannot be used. */
export async function readContextFile(
  boundary: Boundary,
  path: string,
): Promise<ContextFile | ContextProblem | undefined> {
  try {
    const opened = await openFile(boundary, path);
    try {
      const buffer = Buffer.alloc(maxContextFileBytes + 4);
      let length = 0;
      for (;;) {
        const { bytesRead } = await opened.handle.read(buffer, length, buffer.length - length, length);
        length += bytesRead;
        if (bytesRead === 0 || length === buffer.length) break;
      }
      const content = buffer.subarray(0, length);
      if (content.includes(0)) return { path, problem: `"${path}" is not a text file.` };
      const text = headWithin(content.toString('utf8'), maxContextFileBytes);
      const bytes = Math.max(opened.stats.size, length);
      return { path, text: toSeen(text), bytes, truncated: length > maxContextFileBytes };
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_found') return undefined;
    return { path, problem: error.message };
  }
}

function toSeen(text: string): string {
  return text.replace(unseen, '').replace(controls, '\ufffd').replaceAll('\r\n', '\n');
}

/** The `AGENTS.md` that count for the folders, outer ones first, without the root's. */
export function toNestedRules(folders: readonly string[]): string[] {
  const paths = new Set<string>();
  for (const folder of folders) {
    const parts = folder.split('/').filter((part) => part !== '' && part !== '.');
    if (parts.includes('..')) continue;
    for (let depth = 1; depth <= parts.length; depth += 1)
      paths.add(`${parts.slice(0, depth).join('/')}/${rootFiles.rules}`);
  }
  return [...paths].sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
}
