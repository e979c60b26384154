// The Model port: one attempt at one answer. Retries, tool calls and everything else are the loop's.
import type { FailureFacts, Json, ModelErrorKind, ModelInfo, Usage } from '@slipstream/protocol';

/** A call as the model asked for it. `args` is null where `argsText` is not one JSON object. */
export type ModelToolCall = {
  /** Not empty and unique in the answer; made by the model client where the provider gave none. */
  id: string;
  name: string;
  args: Json | null;
  /** The exact text of the arguments, kept for numbers beyond 2^53 and for telling the model what was wrong. */
  argsText: string;
  /** What the provider wants back unchanged with this call (thought signatures). */
  extraContent?: unknown;
};

/** Only ever given to a model that sees (`info.vision`). */
export type PromptImage = { mediaType: string; base64: string };

export type PromptMessage =
  | { role: 'user'; text: string; images?: readonly PromptImage[] }
  | { role: 'assistant'; text: string; reasoning: string; calls: ModelToolCall[] }
  | { role: 'tool'; callId: string; name: string; text: string };

/** `parameters` is a JSON Schema of an object. */
export type ToolSpec = { name: string; description: string; parameters: Json };

export type ModelRequest = {
  system: string;
  messages: readonly PromptMessage[];
  tools: readonly ToolSpec[];
  maxOutputTokens: number;
  /** Asks for the answer in one piece, for finding out what an endpoint can do. */
  unstreamed?: boolean;
};

/** `message` keeps the provider's own words and never holds the key. */
export type ModelFailure = {
  kind: ModelErrorKind;
  message: string;
  /** What `message` says, in parts. */
  facts?: FailureFacts;
  retryable: boolean;
  retryAfterMs?: number;
};

/**
 * The whole answer. `failure` is set exactly when `finish` is `error`; what came before it is kept, and none of its
 * calls may be run. `usage` is null where the provider sent none.
 */
export type ModelAnswer = {
  text: string;
  reasoning: string;
  calls: ModelToolCall[];
  finish: 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error';
  usage: Usage | null;
  failure: ModelFailure | null;
};

/** `tool_call` is a preview of arguments as they come: `text` is a fragment, `id` is that of the final call. */
export type ModelChunk =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool_call'; id: string; name: string; text: string }
  | { type: 'notice'; level: 'info' | 'warning'; code: string; text: string }
  | { type: 'end'; answer: ModelAnswer };

/** US dollars for a million tokens. Without a price of their own cached tokens cost what others cost. */
export type ModelPrices = {
  inputPerMTok: number;
  outputPerMTok: number;
  cachedInputPerMTok?: number | undefined;
};

/**
 * A model behind some provider.
 *
 * `stream` yields batches (what one network read gave, so that nothing per token is awaited), the last of which ends
 * with the one `end` chunk; the joined text and reasoning chunks equal the answer's. Provider trouble is an `end`
 * with a `failure`, never an exception. When `signal` aborts, or the caller stops iterating, the request's socket is
 * closed before the iterator settles; an aborted stream rejects with the signal's reason.
 */
export type Model = {
  info: ModelInfo;
  /** Null where nobody said what it costs. */
  prices: ModelPrices | null;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<readonly ModelChunk[]>;
};

/** The models that sessions can use. `get` gives undefined for an id that is not listed. */
export type ModelCatalog = {
  list(): Promise<ModelInfo[]>;
  defaultId(): string;
  get(id: string): Model | undefined;
};
