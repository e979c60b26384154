// Entries of a stored turn as they are first shown: what its live events told, without the rest. Their events fold to the
// same view as those of the whole entries.

import type { ApprovalInput, StepOutput, ToolInput, ToolOutput } from './entry-bodies.ts';
import { jsonBytes, previewArgs, previewText, utf8Bytes } from './previews.ts';
import type { TrajectoryEntry } from './records.ts';
import { toOpenArgs } from './trajectory-entries.ts';

export function toPreviewEntries(entries: readonly TrajectoryEntry[]): TrajectoryEntry[] {
  const kept = new Map<string, number>();
  for (const { id, kind, output } of entries)
    if (kind === 'tool' && output) kept.set(id, (output as ToolOutput).kept ?? Number.POSITIVE_INFINITY);
  return entries.map((entry) => {
    switch (entry.kind) {
      case 'tool':
        return { ...entry, ...toPreviewCall(entry, kept.get(entry.id)) };
      case 'approval':
        return { ...entry, input: toPreviewApproval(entry, kept.get(entry.parentId ?? '')) };
      case 'step':
        return { ...entry, output: toPreviewStep(entry.output as StepOutput | null) };
      default:
        return entry;
    }
  });
}

function toPreviewCall(entry: TrajectoryEntry, kept = Number.POSITIVE_INFINITY) {
  const input = entry.input as ToolInput;
  const output = entry.output as ToolOutput | null;
  const open = toOpenArgs(input);
  const args = previewArgs(open.args, kept);
  const isCut = args !== input.args;
  return {
    input: { ...input, args, ...(isCut ? { argsBytes: open.argsBytes ?? jsonBytes(input.args) } : {}) },
    output: output && toPreviewOutput(output),
  };
}

function toPreviewOutput(output: ToolOutput): ToolOutput {
  const { text, shown } = output;
  if (shown === undefined) return output;
  return { ...output, text: previewText(text, shown), outputBytes: utf8Bytes(text) };
}

/** The call has the arguments. */
function toPreviewApproval(entry: TrajectoryEntry, kept = Number.POSITIVE_INFINITY): ApprovalInput {
  const input = entry.input as ApprovalInput;
  const { preview } = input;
  const short = preview === null ? null : previewText(preview, kept);
  if (preview === null || short === preview) return { ...input, args: {} };
  return { ...input, args: {}, preview: short, previewBytes: utf8Bytes(preview) };
}

function toPreviewStep(output: StepOutput | null): StepOutput | null {
  if (output?.kept === undefined) return output;
  const [text, reasoning] = [
    previewText(output.text, output.kept),
    previewText(output.reasoning, output.kept),
  ];
  if (text === output.text && reasoning === output.reasoning) return output;
  return { ...output, text, reasoning, textBytes: utf8Bytes(output.text) + utf8Bytes(output.reasoning) };
}
