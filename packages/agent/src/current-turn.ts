// The turn that a session runs at the moment, and how to reach what it does.
import type { StopDesk } from './agents/agent-stops.ts';
import type { ApprovalDesk } from './approval-desk.ts';

export type CurrentTurn = {
  turnId: string;
  controller: AbortController;
  desk: ApprovalDesk;
  stops: StopDesk;
  done: Promise<void>;
};
