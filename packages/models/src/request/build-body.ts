// The body of a chat completion request. Fields that the model was seen to refuse are left out.
import type { ModelRequest, ToolSpec } from '@slipstream/agent';
import { buildMessages } from './build-messages.ts';
import type { Switches } from './switches.ts';

export type RequestBody = Readonly<Record<string, unknown>>;

export type BodyOptions = {
  model: string;
  temperature: number | undefined;
  parallelToolCalls: boolean | undefined;
};

export function buildBody(request: ModelRequest, options: BodyOptions, switches: Switches): RequestBody {
  const streamed = !request.unstreamed && !switches.without.has('stream');
  const tools = switches.tools && request.tools.length > 0 ? request.tools.map(toWireTool) : undefined;
  const optional: Record<string, unknown> = {
    stream: streamed ? true : undefined,
    stream_options: streamed ? { include_usage: true } : undefined,
    [switches.limitField]: request.maxOutputTokens,
    temperature: options.temperature,
    tools,
    parallel_tool_calls: tools && options.parallelToolCalls,
  };
  const body: Record<string, unknown> = {
    model: options.model,
    messages: buildMessages(request.system, request.messages, switches),
  };
  for (const [field, value] of Object.entries(optional))
    if (value !== undefined && !switches.without.has(field)) body[field] = value;
  return body;
}

function toWireTool({ name, description, parameters }: ToolSpec): Record<string, unknown> {
  return {
    type: 'function',
    function: { name, ...(description === '' ? {} : { description }), parameters },
  };
}
