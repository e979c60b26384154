// One part of a stored turn, whole: what a person opens whose view holds only the beginning of it.
import type { AgentInput, StepInput, ToolInput, TrajectoryEntry, TurnPart } from '@slipstream/protocol';

/** The entry of the step, or of one of its calls and then of what was asked about it; empty where there is none. */
export function findPart(
  entries: readonly TrajectoryEntry[],
  { agentId, step, callId }: TurnPart,
): TrajectoryEntry[] {
  const agent = entries.find(
    ({ kind, input }) => kind === 'agent' && (input as AgentInput).agentId === agentId,
  );
  if (agentId !== undefined && !agent) return [];
  const asked = entries.find(
    ({ kind, parentId, input }) =>
      kind === 'step' && parentId === (agent?.id ?? null) && (input as StepInput).step === step,
  );
  if (!asked || callId === undefined) return asked ? [asked] : [];
  const call = entries.findLast(
    ({ kind, parentId, input }) =>
      kind === 'tool' && parentId === asked.id && (input as ToolInput).callId === callId,
  );
  if (!call) return [];
  return [call, ...entries.filter(({ kind, parentId }) => kind === 'approval' && parentId === call.id)];
}
