// Counts what a whole turn has used so far, its sub-agents included: each run of the loop adds its steps to it.
import { addUsage, noUsage, type Usage } from '@slipstream/protocol';

export type UsageTally = {
  /** The total with `usage` in it. */
  add(usage: Usage): Usage;
};

export function createUsageTally(): UsageTally {
  let total = noUsage;
  return {
    add(usage) {
      total = addUsage(total, usage);
      return total;
    },
  };
}
