// The profile for macOS' `sandbox-exec`, made of the same terms as that of bubblewrap: what is not named is refused. Of rules
// that fit, the last counts. It was written from the documentation and has not been tried on a Mac.
import type { SandboxProfile } from './sandbox-profile.ts';

/** What programs of the system need to start at all. */
const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/System',
  '/Library',
  '/opt/homebrew',
  '/private/etc',
  '/private/var/db/dyld',
  '/private/var/select',
];
const devices = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom', '/dev/dtracehelper', '/dev/fd'];
const readOnly = [
  ['subpath', '.slipstream'],
  ['subpath', '.git/hooks'],
  ['literal', '.git/config'],
  ['literal', '.git/commondir'],
  ['literal', '.git/config.worktree'],
] as const;

/** `temporary` is a folder for the command alone: macOS has no private /tmp. All paths are real places. */
export function toSeatbeltProfile(
  profile: Omit<SandboxProfile, 'limits' | 'stage'>,
  temporary: string,
): string {
  const { workspace, access, network, hidden, readable } = profile;
  const inside = (name: string) => quoted(`${workspace}/${name}`);
  const folders = [...systemFolders, ...readable, workspace, temporary].map(
    (path) => `(subpath ${quoted(path)})`,
  );
  const writable = [temporary, ...(access === 'write' ? [workspace] : [])];
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork)',
    '(allow process-exec)',
    '(allow signal (target same-sandbox))',
    '(allow process-info* (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow file-read-metadata)',
    `(allow file-read* (literal "/") ${folders.join(' ')})`,
    `(allow file-read* file-write-data file-ioctl ${devices.map((path) => `(literal ${quoted(path)})`).join(' ')})`,
    `(allow file-write* ${writable.map((path) => `(subpath ${quoted(path)})`).join(' ')})`,
    ...readOnly.map(([kind, name]) => `(deny file-write* (${kind} ${inside(name)}))`),
    // Neither is what holds them to be moved away, with another put in its place.
    `(deny file-write-unlink (literal ${inside('.git')}))`,
    ...hidden.map((path) => `(deny file-read* file-write* (subpath ${quoted(path)}))`),
    ...(network === 'on' ? ['(allow network*)', '(allow system-socket)'] : ['(deny network*)']),
    '',
  ].join('\n');
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
