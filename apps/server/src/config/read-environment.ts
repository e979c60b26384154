// The one reader of the process's environment and of the `.env` file beside it.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { AppError } from '@slipstream/protocol';
import { type Environment, envFile } from './config.ts';

/** The environment laid over what `.env` in `cwd` says; a missing file is as good as an empty one. */
export function readEnvironment(env: Environment, cwd: string): Environment {
  const set = Object.entries(env).filter(([, value]) => value?.trim());
  return { ...readEnvFile(envFile(cwd)), ...Object.fromEntries(set) };
}

function readEnvFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new AppError('invalid_config', `The settings file ${path} cannot be read (${code}).`, { cause });
  }
}
