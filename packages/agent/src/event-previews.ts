// Decides, once for each event of a turn, how much of it readers are told and go on holding: outputs of tools up to
// 4 KiB, and less of each the more there has been, so that the view of a turn of any length fits into a snapshot. The
// numbers go with the event and on record, so that every way to the view gives the same one. The record itself is whole.
import {
  type AgentEvent,
  type EventOf,
  jsonBytes,
  outputPreviewBytes,
  previewText,
  toOpenArgs,
  utf8Bytes,
} from '@slipstream/protocol';

export type EventPreviews = {
  /** The event as it is to be published; the same object where nothing of it is left out. For each event, in order. */
  show(event: AgentEvent): AgentEvent;
};

/** What previews of one turn may take together, as JSON. */
const turnBytes = 512 * 1024;
/** One preview takes at most this share of what is left: the first ones are full, and there is something for every one. */
const outputShare = 1 / 96;
const textShare = 1 / 12;
const stepTextBytes = 16 * 1024;

export function createEventPreviews(): EventPreviews {
  let left = turnBytes;
  const said = new Map<string, number>();
  const asked = new Map<string, { args: number; preview: number }>();

  const startCall = (event: EventOf<'tool.started'>): AgentEvent => {
    const { args, argsBytes } = toOpenArgs(event);
    asked.set(callKey(event), { args: jsonBytes(args), preview: 0 });
    return argsBytes === undefined ? event : { ...event, args, argsBytes };
  };
  const ask = (event: EventOf<'approval.requested'>): AgentEvent => {
    const call = asked.get(callKey(event));
    if (call) call.preview = utf8Bytes(event.preview ?? '');
    const { args, argsBytes } = toOpenArgs(event);
    return argsBytes === undefined ? event : { ...event, args };
  };
  const finishCall = (event: EventOf<'tool.finished'>): AgentEvent => {
    const most = Math.min(outputPreviewBytes, Math.floor(left * outputShare));
    const { args, preview } = asked.get(callKey(event)) ?? { args: 0, preview: 0 };
    asked.delete(callKey(event));
    const output = previewText(event.output, most);
    left = Math.max(0, left - jsonBytes(output) - Math.min(args, most) - Math.min(preview, most));
    const kept = args > most || preview > most ? { kept: most } : {};
    if (output === event.output) return 'kept' in kept ? { ...event, ...kept } : event;
    return { ...event, output, outputBytes: utf8Bytes(event.output), ...kept };
  };
  const finishStep = (event: EventOf<'step.finished'>): AgentEvent => {
    const bytes = (said.get(agentKey(event)) ?? 0) * 3;
    said.delete(agentKey(event));
    // What the main agent says at the end is the answer, and in sight.
    if (!event.agent && event.finishReason !== 'tool_calls') return event;
    const most = Math.min(stepTextBytes, Math.floor(left * textShare));
    left = Math.max(0, left - Math.min(bytes, most));
    return bytes > most ? { ...event, kept: most } : event;
  };

  return {
    show(event) {
      switch (event.type) {
        case 'text.delta':
        case 'reasoning.delta': {
          const key = agentKey(event);
          said.set(key, (said.get(key) ?? 0) + event.text.length);
          return event;
        }
        case 'retry':
          said.delete(agentKey(event));
          return event;
        case 'step.finished':
          return finishStep(event);
        case 'tool.started':
          return startCall(event);
        case 'approval.requested':
          return ask(event);
        case 'tool.finished':
          return finishCall(event);
        default:
          return event;
      }
    },
  };
}

function agentKey(event: { agent?: { id: string } | undefined }): string {
  return event.agent?.id ?? '';
}

function callKey(event: { agent?: { id: string } | undefined; callId: string }): string {
  return `${agentKey(event)}/${event.callId}`;
}
