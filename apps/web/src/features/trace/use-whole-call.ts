// A call as it is on record, where its view holds only the beginning of its arguments, its output or its preview.
import type { ApprovalInput, ToolCallView, ToolInput, ToolOutput, TurnView } from '@slipstream/protocol';
import { type LoadedPart, usePart } from './use-part.ts';

/** Fetched while the call is open; `call` is the view's own until then. `bytes`: of all that is left out of it. */
export function useWholeCall(
  call: ToolCallView,
  view: TurnView,
  agentId: string | null,
): { call: ToolCallView; part: LoadedPart; bytes: number } {
  const bytes = (call.argsBytes ?? 0) + (call.outputBytes ?? 0) + (call.approval?.previewBytes ?? 0);
  const steps = agentId === null ? view.steps : view.agents.find(({ id }) => id === agentId)?.steps;
  const step = steps?.findLast(({ calls }) => calls.some(({ callId }) => callId === call.callId))?.step;
  const agent = agentId === null ? {} : { agentId };
  const wanted = bytes > 0 && step !== undefined ? { ...agent, step, callId: call.callId } : null;
  const part = usePart(wanted, call.status);
  return { call: part.entries ? toWhole(call, part.entries) : call, part, bytes };
}

function toWhole(call: ToolCallView, [entry, asked]: NonNullable<LoadedPart['entries']>): ToolCallView {
  const input = entry?.input as ToolInput | undefined;
  const output = entry?.output as ToolOutput | null | undefined;
  const preview = (asked?.input as ApprovalInput | undefined)?.preview;
  return {
    ...call,
    args: input?.args ?? call.args,
    output: call.output === null ? null : (output?.text ?? call.output),
    approval: call.approval && { ...call.approval, preview: preview ?? call.approval.preview },
  };
}
