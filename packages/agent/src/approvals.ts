// How the loop asks a person. The waiting and who may answer are the session's; the loop only awaits.
import type { AgentRef, ApprovalDecision, Json } from '@slipstream/protocol';

export type ApprovalRequest = {
  approvalId: string;
  callId: string;
  name: string;
  args: Json;
  agent?: AgentRef | undefined;
};

/** `always`, with `allow_session`: what was offered as a rule is kept. */
export type ApprovalReply = {
  decision: ApprovalDecision;
  always?: boolean | undefined;
  note?: string | undefined;
};

/** Rejects with the signal's reason when it aborts; the request is then withdrawn and cannot be answered. */
export type Approvals = { ask(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalReply> };
