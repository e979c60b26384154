// Steps and calls within the view of a turn: how they begin, and what of them is held once they are over.
import type { EventOf } from './events.ts';
import { jsonBytes, previewArgs, previewText, utf8Bytes } from './previews.ts';
import type { ApprovalView, StepView, ToolCallView } from './turn-view.ts';

export function newStep(event: EventOf<'step.started'>): StepView {
  return {
    step: event.step,
    model: event.model,
    startedAt: event.startedAt,
    reasoning: '',
    text: '',
    textBytes: null,
    calls: [],
    retries: [],
    finishReason: null,
    usage: null,
    durationMs: null,
  };
}

export function newCall(callId: string, name: string): ToolCallView {
  return {
    callId,
    name,
    title: '',
    args: null,
    argsBytes: null,
    argsText: '',
    status: 'preparing',
    progress: '',
    output: null,
    outputBytes: null,
    truncated: false,
    bytes: 0,
    startedAt: null,
    durationMs: null,
    approval: null,
  };
}

/** `kept` is carried by the event, so that a stored turn, which is cut elsewhere, comes out the same. */
export function finishedCall(call: ToolCallView, event: EventOf<'tool.finished'>): ToolCallView {
  return {
    ...(event.kept === undefined ? call : withKept(call, event.kept)),
    status: event.status,
    argsText: '',
    progress: '',
    output: event.output,
    outputBytes: event.outputBytes ?? null,
    truncated: event.truncated,
    bytes: event.bytes,
    ...(event.images ? { images: event.images } : {}),
    durationMs: event.durationMs,
  };
}

export function finishedStep(step: StepView, event: EventOf<'step.finished'>): StepView {
  const { finishReason, durationMs, kept, textBytes = null } = event;
  const ended = { ...step, finishReason, durationMs, textBytes };
  if (kept === undefined) return ended;
  const [text, reasoning] = [previewText(step.text, kept), previewText(step.reasoning, kept)];
  const isCut = text !== step.text || reasoning !== step.reasoning;
  return isCut
    ? { ...ended, text, reasoning, textBytes: textBytes ?? utf8Bytes(step.text) + utf8Bytes(step.reasoning) }
    : ended;
}

function withKept(call: ToolCallView, kept: number): ToolCallView {
  const args = call.args && previewArgs(call.args, kept);
  const argsBytes = call.argsBytes ?? (args === call.args ? null : jsonBytes(call.args));
  return { ...call, args, argsBytes, approval: call.approval && withKeptPreview(call.approval, kept) };
}

function withKeptPreview(approval: ApprovalView, kept: number): ApprovalView {
  if (approval.preview === null) return approval;
  const preview = previewText(approval.preview, kept);
  if (preview === approval.preview) return approval;
  return { ...approval, preview, previewBytes: approval.previewBytes ?? utf8Bytes(approval.preview) };
}
