// Checks where a search may begin, by opening it, and gives its path for ripgrep.

import { AppError } from '@slipstream/protocol';
import { type Boundary, toShownPath } from '../boundary/boundary.ts';
import { openFile, openFolder } from '../boundary/open-inside.ts';
import { toRelativePath } from '../boundary/parse-path.ts';

/** The real path of a folder, relative to the workspace; `.` for the workspace itself. */
export async function toFolderPlace(boundary: Boundary, path: string): Promise<string> {
  const opened = await openFolder(boundary, toRelativePath(boundary, path), path);
  await opened.handle.close();
  return toShownPath(boundary, opened.place);
}

/** The same for a folder or a file. */
export async function toAnyPlace(boundary: Boundary, path: string): Promise<string> {
  try {
    return await toFolderPlace(boundary, path);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error;
  }
  const opened = await openFile(boundary, toRelativePath(boundary, path), path);
  await opened.handle.close();
  return toShownPath(boundary, opened.place);
}
