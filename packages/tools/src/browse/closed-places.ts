// What of a workspace is never shown to somebody who looks through it: git's own files, and what usually holds keys and
// passwords. By names alone, those of where a file really is. The agent's tools have rules of their own.
import { AppError } from '@slipstream/protocol';

const secretFolders = new Set(['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker']);
const secretNames = new Set([
  ...['.envrc', '.netrc', '_netrc', '.npmrc', '.pypirc', '.pgpass', '.my.cnf', '.htpasswd', '.vault-token'],
  ...['.git-credentials', 'credentials', 'credentials.json', 'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519'],
]);
const secretShapes = [
  // Templates are there to be read.
  /^\.env(?!\.(?:example|sample|template|dist|defaults)$)(?:\..*)?$/,
  /.\.(?:env|pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  /^secrets?\.(?:json|ya?ml|toml|txt)$/,
];

/** `git`: no business of a person who looks at files; `secret`: it may hold keys. Null for all that may be shown. */
export function closedBy(path: string): 'git' | 'secret' | null {
  // On disks that do not tell capital letters apart, both spellings are one file.
  const parts = path.toLowerCase().split('/');
  if (parts.includes('.git')) return 'git';
  const name = parts.at(-1) ?? '';
  const isSecret =
    parts.some((part) => secretFolders.has(part)) ||
    secretNames.has(name) ||
    secretShapes.some((shape) => shape.test(name));
  return isSecret ? 'secret' : null;
}

/** Throws `forbidden`, with `details.reason`, where one of the paths is closed. */
export function refuseClosed(shown: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    const reason = closedBy(path);
    if (reason)
      throw new AppError(
        'forbidden',
        reason === 'git' ? `"${shown}" belongs to git.` : `"${shown}" may hold keys, so it is not shown.`,
        { details: { reason } },
      );
  }
}
