// How a program is started for a call: in the sandbox where there is one, plainly otherwise.
import { randomUUID } from 'node:crypto';
import { type Boundary, toRealPlaces } from '../boundary/boundary.ts';
import type { ToolSettings } from '../tool-settings.ts';
import { toCommandEnvironment } from './command-environment.ts';
import { type HeldPlaces, holdPlaces, type NewRepository } from './held-places.ts';
import type { ProcessLimits } from './process-limits.ts';
import { checkWorkspace, type SandboxProfile, toSandboxArguments } from './sandbox-profile.ts';
import { statusArguments } from './sandbox-status.ts';

/** `marker` is in the environment of all that it starts. */
export type Launch = {
  file: string;
  args: string[];
  cwd: string;
  environment: Record<string, string>;
  marker: string;
  sandboxed: boolean;
  /**
   * To be called once nothing of it runs any more. Gives what there is to tell; never rejects.
   */
  release(): Promise<readonly string[]>;
};

export type LaunchRights = Pick<SandboxProfile, 'access' | 'network' | 'readable'> & {
  /** What becomes of a repository that is made in a workspace without one; none can be made where it is left out. */
  repository?: NewRepository;
};

/**
 * A program with its arguments, to be started in the workspace. `access`, `network` and `readable` only mean
 * something in a sandbox. Throws AppError where the workspace cannot be confined.
 */
export async function toLaunch(
  settings: Pick<ToolSettings, 'sandbox' | 'environment' | 'hidden'> & { limits?: ProcessLimits },
  boundary: Boundary,
  command: readonly [string, ...string[]],
  { repository = 'closed', ...rights }: LaunchRights,
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
      release: async () => [],
    };
  const hidden = await toRealPlaces(settings.hidden);
  const workspace = boundary.realRoot;
  checkWorkspace(workspace);
  const held = rights.access === 'write' ? await holdPlaces(workspace, repository) : noPlaces;
  try {
    const limits = settings.limits ? { limits: settings.limits } : {};
    const profile = { workspace, hidden, stage: held.stage, ...limits, ...rights };
    return {
      file: sandbox.path,
      args: [...statusArguments, ...(await toSandboxArguments(sandbox, profile)), ...command],
      cwd: '/',
      environment: toCommandEnvironment(environment, 'sandbox', marker),
      marker,
      sandboxed: true,
      release: held.release,
    };
  } catch (thrown) {
    await held.release();
    throw thrown;
  }
}

const noPlaces: HeldPlaces = { stage: undefined, release: async () => [] };
