// How a program is started for a call: in the sandbox where there is one, plainly otherwise.
import { randomUUID } from 'node:crypto';
import { type Boundary, toRealPlaces } from '../boundary/boundary.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { toCommandEnvironment } from './command-environment.ts';
import { type SandboxProfile, toSandboxArguments } from './sandbox-profile.ts';
import { statusArguments } from './sandbox-status.ts';

/** `marker` is in the environment of all that it starts. */
export type Launch = {
  file: string;
  args: string[];
  cwd: string;
  environment: Record<string, string>;
  marker: string;
  sandboxed: boolean;
};

/**
 * A program with its arguments, to be started in the workspace. `access`, `network` and `readable` only mean
 * something in a sandbox. Throws AppError where the workspace cannot be confined.
 */
export async function toLaunch(
  settings: Pick<ToolSettings, 'sandbox' | 'environment' | 'hidden'>,
  boundary: Boundary,
  command: readonly [string, ...string[]],
  rights: Pick<SandboxProfile, 'access' | 'network' | 'readable'>,
): Promise<Launch> {
  const { sandbox, environment } = settings;
  const marker = randomUUID();
  const [file, ...args] = command;
  if (sandbox.kind === 'none')
    return {
      file,
      args,
      cwd: boundary.realRoot,
      environment: toCommandEnvironment(environment, 'host', marker),
      marker,
      sandboxed: false,
    };
  const hidden = await toRealPlaces(settings.hidden);
  const profile = { workspace: boundary.realRoot, hidden, ...rights };
  return {
    file: sandbox.path,
    args: [...statusArguments, ...(await toSandboxArguments(sandbox, profile)), ...command],
    cwd: '/',
    environment: toCommandEnvironment(environment, 'sandbox', marker),
    marker,
    sandboxed: true,
  };
}
