// The conversation as a strict provider takes it: one system message, user and assistant in turn, nothing empty, no
// null fields, and every call's id and arguments as they came.
import type { ModelToolCall, PromptMessage } from '@slipstream/agent';
import { toWireArguments } from '../stream/call-arguments.ts';
import type { Switches } from './switches.ts';

export type WireMessage = { role: string; [field: string]: unknown };

type Wanted = Pick<Switches, 'echoReasoning' | 'emptyContent'>;

export function buildMessages(
  system: string,
  messages: readonly PromptMessage[],
  wanted: Wanted,
): WireMessage[] {
  const wire: WireMessage[] = system === '' ? [] : [{ role: 'system', content: system.toWellFormed() }];
  for (const message of joinNeighbours(messages)) {
    if (message.role === 'user') wire.push({ role: 'user', content: toUserContent(message) });
    else if (message.role === 'tool')
      wire.push({
        role: 'tool',
        tool_call_id: message.callId,
        content: message.text.toWellFormed() || '(no output)',
      });
    else wire.push(toAssistant(message, wanted));
  }
  return wire;
}

/** Plain text where there is nothing else: not every provider takes parts. */
function toUserContent({ text, images = [] }: Extract<PromptMessage, { role: 'user' }>): unknown {
  const said = text.toWellFormed();
  if (images.length === 0) return said;
  return [
    { type: 'text', text: said },
    ...images.map(({ mediaType, base64 }) => ({
      type: 'image_url',
      image_url: { url: `data:${mediaType};base64,${base64}` },
    })),
  ];
}

type Assistant = Extract<PromptMessage, { role: 'assistant' }>;

/** Drops assistant messages that say nothing, and joins neighbours of one role: strict providers want them in turn. */
function joinNeighbours(messages: readonly PromptMessage[]): PromptMessage[] {
  const joined: PromptMessage[] = [];
  for (const message of messages) {
    if (message.role === 'assistant' && message.text.trim() === '' && message.calls.length === 0) continue;
    const before = joined.at(-1);
    if (message.role === 'user' && before?.role === 'user')
      joined[joined.length - 1] = {
        role: 'user',
        text: joinTexts(before.text, message.text),
        images: [...(before.images ?? []), ...(message.images ?? [])],
      };
    else if (message.role === 'assistant' && before?.role === 'assistant' && before.calls.length === 0)
      joined[joined.length - 1] = {
        role: 'assistant',
        text: joinTexts(before.text, message.text),
        reasoning: joinTexts(before.reasoning, message.reasoning),
        calls: message.calls,
      };
    else joined.push(message);
  }
  return joined;
}

function joinTexts(a: string, b: string): string {
  return [a, b].filter((text) => text !== '').join('\n\n');
}

function toAssistant({ text, reasoning, calls }: Assistant, wanted: Wanted): WireMessage {
  const message: WireMessage = { role: 'assistant' };
  // White space alone is refused as much as nothing is.
  const said = text.trim() === '' ? '' : text.toWellFormed();
  if (said !== '' || wanted.emptyContent) message['content'] = said;
  if (calls.length === 0) return message;
  // Only for messages with calls: those are the ones that thinking models go on from.
  if (wanted.echoReasoning === 'always' || (wanted.echoReasoning === 'given' && reasoning !== ''))
    message['reasoning_content'] = reasoning.toWellFormed();
  message['tool_calls'] = calls.map(toWireCall);
  return message;
}

function toWireCall(call: ModelToolCall): Record<string, unknown> {
  return {
    id: call.id,
    type: 'function',
    function: { name: toWireName(call.name), arguments: toWireArguments(call).toWellFormed() },
    ...(call.extraContent === undefined ? {} : { extra_content: call.extraContent }),
  };
}

/** A model may name a tool that cannot exist; its name still has to be one that providers take. */
function toWireName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, 64) || '_';
}
