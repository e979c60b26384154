// Which folders of the system a sandboxed command sees, all read-only: programs, libraries and the few files of /etc
// that programs do not work without. Nothing of /etc that holds keys.
import { lstat, readlink } from 'node:fs/promises';

const rootFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

const settings = [
  'alternatives',
  'bash.bashrc',
  'ca-certificates',
  'ca-certificates.conf',
  'fonts',
  'group',
  'host.conf',
  'hosts',
  'inputrc',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.alias',
  'localtime',
  'magic',
  'mime.types',
  'nsswitch.conf',
  'passwd',
  'pki/ca-trust',
  'pki/tls/certs',
  'profile',
  'protocols',
  'resolv.conf',
  'services',
  'ssl/certs',
  'ssl/openssl.cnf',
  'terminfo',
  'timezone',
];

/** Arguments for bubblewrap; the same for every command, so they are made once. */
export async function toSystemArguments(): Promise<string[]> {
  const args = ['--ro-bind', '/usr', '/usr', '--ro-bind-try', '/nix/store', '/nix/store'];
  for (const folder of rootFolders) {
    const stats = await lstat(folder).catch(() => undefined);
    if (stats?.isSymbolicLink()) args.push('--symlink', await readlink(folder), folder);
    else if (stats) args.push('--ro-bind', folder, folder);
  }
  for (const name of settings) args.push('--ro-bind-try', `/etc/${name}`, `/etc/${name}`);
  return args;
}
