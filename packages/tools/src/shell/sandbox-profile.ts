// The one bubblewrap profile that everything runs in. Bubblewrap stays the first process of the sandbox and ends all
// of it when its parent dies; it must itself be started with a clean environment, since what it was started with can
// be read inside (/proc/1/environ).
import { AppError } from '@slipstream/protocol';
import { isWithin } from '../boundary/boundary.ts';
import { defaultProcessLimits, type ProcessLimits, toLimitScript } from './process-limits.ts';
import { type ProtectedPlaces, protectedPlaces, toMask } from './protected-places.ts';
import type { SandboxState } from './sandbox-state.ts';

export type SandboxProfile = {
  /** The real place of the workspace; it has the same path inside. */
  workspace: string;
  access: 'write' | 'read';
  network: 'off' | 'on';
  hidden: readonly string[];
  readable: readonly string[];
  /** A folder to stand in place of `.git`, for a workspace without one. */
  stage?: string | undefined;
  /** The usual ones where they are left out. */
  limits?: ProcessLimits;
};

export type Bubblewrap = Extract<SandboxState, { kind: 'bubblewrap' }>;

export const sandboxHome = '/tmp/home';

/** What is in /tmp and /dev/shm is in memory. */
const temporaryBytes = String(512 * 1024 * 1024);
const systemPlaces = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', '/nix/store'];
const unusable = ['/', '/proc', '/dev', '/sys'];

/** Throws AppError for a workspace that cannot be confined. */
export function checkWorkspace(workspace: string): void {
  if (unusable.some((place) => place === workspace || (place !== '/' && isWithin(place, workspace))))
    throw new AppError('invalid_config', `The workspace ${workspace} cannot be used in the sandbox.`);
}

/** The arguments after which the command's own follow. Throws AppError for a workspace that cannot be confined. */
export async function toSandboxArguments(sandbox: Bubblewrap, profile: SandboxProfile): Promise<string[]> {
  const { workspace, hidden } = profile;
  checkWorkspace(workspace);
  const bound = [...systemPlaces, ...profile.readable];
  const masks: string[] = [];
  for (const place of hidden) {
    if (bound.some((folder) => isWithin(folder, place))) masks.push(...(await toMask(place)));
  }
  const inside = await insidePlaces(profile);
  return [
    ...['--unshare-all', ...(profile.network === 'on' ? ['--share-net'] : [])],
    ...['--unshare-user', '--disable-userns', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
    ...sandbox.system,
    ...(sandbox.ownProc ? ['--proc', '/proc'] : ['--tmpfs', '/proc', '--remount-ro', '/proc']),
    ...['--dev', '/dev', '--size', temporaryBytes, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', temporaryBytes, '--tmpfs', '/tmp', '--dir', sandboxHome, '--symlink', '/tmp', '/var/tmp'],
    ...profile.readable.flatMap((path) => ['--ro-bind-try', path, path]),
    ...masks,
    ...[profile.access === 'write' ? '--bind' : '--ro-bind', workspace, workspace],
    ...inside.args,
    ...[
      '--remount-ro',
      '/',
      '--chdir',
      workspace,
      '--',
      ...toStart(inside.identities, profile.limits ?? defaultProcessLimits),
    ],
  ];
}

async function insidePlaces({ workspace, access, hidden, stage }: SandboxProfile): Promise<ProtectedPlaces> {
  if (access === 'write') return protectedPlaces(workspace, hidden, stage);
  const within = hidden.filter((place) => place !== workspace && isWithin(workspace, place));
  return { args: (await Promise.all(within.map(toMask))).flat(), identities: [] };
}

const checkScript = `
want=$1 count=$2
shift 2
if [ "$count" -gt 0 ] && [ "$(stat -c %d:%i -- "\${@:1:count}")" != "$want" ]; then
  echo 'The workspace was rearranged while the command started; nothing was run.'
  exit 126
fi
shift "$count"
exec "$@"`;

/** A command in front of the command: it sets limits, and goes on only when every mount is what it was taken for. */
function toStart(identities: ProtectedPlaces['identities'], limits: ProcessLimits): string[] {
  const want = identities.map(({ identity }) => identity).join('\n');
  const paths = identities.map(({ path }) => path);
  return [
    'bash',
    '-c',
    `${toLimitScript(limits)}${checkScript}`,
    'slipstream',
    want,
    String(paths.length),
    ...paths,
  ];
}
