// The vocabulary of scripted answers that a model in memory and a server over HTTP have in common: data only, played
// by `scripted-model.ts` and `provider/play-answer.ts`. It must stay free of Node, so that the agent's tests can use it.
import type { Json, Usage } from '@slipstream/protocol';
import type { Gate } from './gate.ts';

export type ReplyFinish = 'stop' | 'tool_calls' | 'length' | 'content_filter';

export type ReplyStep =
  /** Every piece is one delta. */
  | { step: 'text'; pieces: readonly string[] }
  | { step: 'reasoning'; pieces: readonly string[] }
  /** Every fragment of the arguments is one delta; without an `id` the player makes one that is unique in the run. */
  | { step: 'tool_call'; id: string | undefined; name: string; fragments: readonly string[] }
  | { step: 'usage'; usage: Usage }
  | { step: 'finish'; reason: ReplyFinish }
  | { step: 'gate'; gate: Gate }
  /** Nothing more comes until the other side gives up. */
  | { step: 'hang' };

export type ToolCallOptions = { id?: string; fragments?: number };

/** Makes the steps. An answer that has no `finish` ends by itself: `tool_calls` where it made calls, else `stop`. */
export const reply = {
  text: (...pieces: string[]): ReplyStep => ({ step: 'text', pieces }),
  reasoning: (...pieces: string[]): ReplyStep => ({ step: 'reasoning', pieces }),
  /** `args` as text is sent as it is, so that it can be broken. */
  toolCall: (name: string, args: Json | string = {}, options: ToolCallOptions = {}): ReplyStep => ({
    step: 'tool_call',
    id: options.id,
    name,
    fragments: cutInto(typeof args === 'string' ? args : JSON.stringify(args), options.fragments ?? 1),
  }),
  usage: (inputTokens: number, outputTokens: number, more: Partial<Usage> = {}): ReplyStep => ({
    step: 'usage',
    usage: { inputTokens, outputTokens, reasoningTokens: 0, cachedTokens: 0, ...more },
  }),
  finish: (reason: ReplyFinish): ReplyStep => ({ step: 'finish', reason }),
  gate: (gate: Gate): ReplyStep => ({ step: 'gate', gate }),
  hang: (): ReplyStep => ({ step: 'hang' }),
};

/** Cuts text into that many pieces of nearly equal length (fewer where the text is shorter); joined they equal it. */
export function cutInto(text: string, count: number): string[] {
  const size = Math.max(1, Math.ceil(text.length / count));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  return pieces.length > 0 ? pieces : [''];
}
