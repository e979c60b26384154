// The turn that a session runs at the moment, and how to reach what it does.
import type { StopDesk } from './agents/agent-stops.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import type { RetryDesk } from './retry-desk.ts';

export type CurrentTurn = {
  turnId: string;
  controller: AbortController;
  desk: ApprovalDesk;
  stops: StopDesk;
  retries: RetryDesk;
  done: Promise<void>;
};
