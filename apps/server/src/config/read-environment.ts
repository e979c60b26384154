// The one reader of the process's environment and of the `.env` file beside it.
import { parseEnv } from 'node:util';
import { type Environment, envFile } from './config.ts';
import { readText } from './read-text.ts';

/** The environment laid over what `.env` in `cwd` says; a missing file is as good as an empty one. */
export function readEnvironment(env: Environment, cwd: string): Environment {
  const set = Object.entries(env).filter(([, value]) => value?.trim());
  return { ...readEnvFile(envFile(cwd)), ...Object.fromEntries(set) };
}

function readEnvFile(path: string): Environment {
  return parseEnv(readText(path) ?? '');
}
