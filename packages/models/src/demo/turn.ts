// Reads a request as the rules need it: what the user said last, and what the model has done about it since.
import type { ModelRequest } from '@slipstream/agent';
import type { Json } from '@slipstream/protocol';

/** `text` is what the tool, or whoever refused the call, said. */
export type Outcome = { name: string; args: Json; text: string };

export type DemoTurn = {
  text: string;
  /** One for each earlier answer to this text that made calls, oldest first. */
  rounds: readonly (readonly Outcome[])[];
  offers(tool: string): boolean;
};

export function toTurn(request: ModelRequest): DemoTurn {
  const { messages, tools } = request;
  const start = messages.findLastIndex((message) => message.role === 'user');
  const since = messages.slice(start + 1);
  const results = new Map(
    since.flatMap((message) => (message.role === 'tool' ? [[message.callId, message.text] as const] : [])),
  );
  const names = new Set(tools.map((tool) => tool.name));
  return {
    text: messages[start]?.text ?? '',
    rounds: since.flatMap((message) =>
      message.role === 'assistant' && message.calls.length > 0
        ? [
            message.calls.map(({ id, name, args }) => ({
              name,
              args: args ?? {},
              text: results.get(id) ?? '',
            })),
          ]
        : [],
    ),
    offers: (tool) => names.has(tool),
  };
}
