import { createHash } from 'node:crypto';

/** The SHA-256 of a content, in hexadecimal: by it two contents are known to be the same. */
export function toContentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
