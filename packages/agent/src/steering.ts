// How messages reach a turn that runs already: the loop asks before each call of the model.
import type { Message } from '@slipstream/protocol';

export type Steering = {
  /** The messages that joined since it was last asked, oldest first, each on record already. */
  take(): Promise<readonly Message[]>;
};

/** For runs that nobody speaks to while they last, sub-agents' among them. */
export const noSteering: Steering = { take: async () => [] };
