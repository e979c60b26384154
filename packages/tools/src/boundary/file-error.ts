// The operating system's error numbers as sentences that a model can act on.
import { AppError, type ErrorCode } from '@slipstream/protocol';

const sentences: Record<string, [ErrorCode, string]> = {
  ENOENT: ['not_found', 'does not exist.'],
  ENOTDIR: ['invalid_request', 'has a part that is not a folder.'],
  EISDIR: ['invalid_request', 'is a folder.'],
  EACCES: ['forbidden', 'may not be opened: permission denied.'],
  EPERM: ['forbidden', 'may not be changed: permission denied.'],
  EROFS: ['forbidden', 'is on a read-only file system.'],
  ELOOP: ['invalid_request', 'is a link that leads in circles, or a link where none is followed.'],
  ENAMETOOLONG: ['invalid_request', 'has a name that is too long.'],
  ENXIO: ['invalid_request', 'is not a regular file.'],
  ENOSPC: ['storage', 'could not be written: the disk is full.'],
  EDQUOT: ['storage', 'could not be written: the disk quota is used up.'],
  EFBIG: ['too_large', 'would be too large.'],
  EMFILE: ['unavailable', 'could not be opened: too many files are open.'],
  ENFILE: ['unavailable', 'could not be opened: too many files are open.'],
};

/** An AppError that names the path as the model wrote it; the cause keeps the original. */
export function toFileError(error: unknown, shown: string): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const [appCode, sentence] = sentences[code] ?? [
    'internal',
    `could not be used (${code || 'unknown error'}).`,
  ];
  return new AppError(appCode, `"${shown}" ${sentence}`, { cause: error });
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
