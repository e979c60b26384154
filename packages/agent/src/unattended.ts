// Turns that nobody waits for. What would ask a person is refused there at once, so that nothing ever hangs on an answer.
import type { Approvals } from './approvals.ts';
import { askUserName } from './ask-user.ts';
import { planReadyName } from './plan-ready.ts';
import type { ToolSet } from './tool.ts';

/** The channel of periodic tasks. */
export const heartbeatChannel = 'heartbeat';

export function isUnattended(channel: string): boolean {
  return channel === heartbeatChannel;
}

/** Answers in the place of a person. Rules that allow a call are not asked here at all. */
export const refusingApprovals: Approvals = {
  ask: async () => ({
    decision: 'deny',
    note: 'Nobody is here to allow it: this is a periodic task. Do what can be done without it, and say what was left.',
  }),
};

const talking = new Set([askUserName, planReadyName]);

/** Without the tools that only make sense where somebody answers. */
export function toUnattendedTools(tools: ToolSet): ToolSet {
  return new Map([...tools].filter(([name]) => !talking.has(name)));
}
