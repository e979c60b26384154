// From the path that a model wrote to a path under the workspace, by its letters alone. What comes out still has to
// be opened and checked: letters say nothing about links.
import { posix } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { type Boundary, isWithin } from './boundary.ts';

const maxPathBytes = 4096;

/**
 * The path relative to the workspace, without `.` and `..` in it; `.` for the workspace itself. Absolute paths are
 * taken when they lie inside. Throws AppError `invalid_request` or `forbidden` with a sentence for the model.
 */
export function toRelativePath(boundary: Boundary, path: string): string {
  if (path.includes('\0')) throw invalid('The path contains a NUL character.');
  if (path.trim() === '') throw invalid('The path is empty.');
  if (Buffer.byteLength(path) > maxPathBytes) throw invalid('The path is longer than 4096 bytes.');
  if (path.includes('\\') || /^[a-z]:/i.test(path))
    throw invalid(`"${path}" looks like a Windows path. Write paths with / and relative to the workspace.`);
  if (path === '~' || path.startsWith('~/'))
    throw invalid(`"${path}": ~ is not expanded. Write paths relative to the workspace.`);

  const absolute = posix.resolve(boundary.root, path);
  for (const root of [boundary.root, boundary.realRoot]) {
    const folder = posix.resolve(root);
    if (isWithin(folder, absolute)) return posix.relative(folder, absolute) || '.';
  }
  throw outside(path);
}

export function outside(path: string): AppError {
  return new AppError(
    'forbidden',
    `"${path}" is outside the workspace. Only files inside the workspace can be used.`,
  );
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message);
}
