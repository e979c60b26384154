// The Ids of tests: no randomness and no time, so that whole event lists can be compared.
import type { Ids } from '@slipstream/agent';

/**
 * Ids that a test can foresee: version-7-shaped UUIDs that count up from 1, sorted. Sources with different
 * `namespace` numbers never give the same id.
 */
export function createSequentialIds(namespace = 0): Ids {
  let count = 0;
  return {
    next() {
      count += 1;
      return sequentialId(count, namespace);
    },
  };
}

/** The id that a source of that namespace gives as its n-th. */
export function sequentialId(n: number, namespace = 0): string {
  const space = namespace.toString(16).padStart(8, '0');
  return `${space}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}
