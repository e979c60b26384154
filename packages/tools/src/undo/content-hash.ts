import { createHash } from 'node:crypto';

/** The SHA-256 of a content, in hexadecimal: its name among the former contents. */
export function toContentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
