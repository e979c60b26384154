// The daily files of memory: `memory/YYYY-MM-DD.md`.
import { readdir } from 'node:fs/promises';
import { AppError } from '@slipstream/protocol';
import type { Boundary } from '../boundary/boundary.ts';
import { descriptorPath, openFolder } from '../boundary/open-inside.ts';

const folder = 'memory';
const dayFile = /^(\d{4}-\d{2}-\d{2})\.md$/;

export function dayPath(day: string): string {
  return `${folder}/${day}.md`;
}

/** The days that have a file, the newest first; none where there is no such folder, or it is not inside. */
export async function listDays(boundary: Boundary): Promise<string[]> {
  try {
    const opened = await openFolder(boundary, folder);
    try {
      const names = await readdir(descriptorPath(opened));
      return names
        .flatMap((name) => dayFile.exec(name)?.[1] ?? [])
        .sort()
        .reverse();
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
