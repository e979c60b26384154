// Reads one small text file that may be missing.
import { readFileSync } from 'node:fs';
import { AppError } from '@slipstream/protocol';

/** Undefined where there is no such file. Throws `invalid_config` where it cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new AppError('invalid_config', `The settings file ${path} cannot be read (${code}).`, { cause });
  }
}
