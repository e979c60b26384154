// The scalar shapes that every other schema is made of.
import * as z from 'zod/mini';

/** Any UUID text, kept in lower case so that one id has one spelling. */
export const Id = z.guid().check(z.toLowerCase());
export type Id = string;

/** ISO 8601, UTC, milliseconds. */
export const Timestamp = z.iso.datetime();
export const DurationMs = z.int().check(z.gte(0));
export const Json = z.record(z.string(), z.unknown());
export type Json = Record<string, unknown>;

export const Mode = z.enum(['default', 'plan', 'accept-edits', 'auto']);
export type Mode = z.infer<typeof Mode>;

export const TurnStatus = z.enum([
  'completed',
  'cancelled',
  'failed',
  'max_steps',
  'length',
  'content_filter',
  'interrupted',
]);
export type TurnStatus = z.infer<typeof TurnStatus>;

export const FinishReason = z.enum(['stop', 'tool_calls', 'length', 'content_filter', 'error', 'cancelled']);
export type FinishReason = z.infer<typeof FinishReason>;

export const ModelErrorKind = z.enum([
  'rate_limit',
  'auth',
  'context_length',
  'server',
  'bad_request',
  'not_found',
  'stream_interrupted',
  'malformed',
  'content_filter',
  'timeout',
  'network',
  'internal',
]);
export type ModelErrorKind = z.infer<typeof ModelErrorKind>;

/** Why a turn or an attempt failed. `message` is for people and keeps the provider's own words. */
/** What the message of a model's failure says, in parts: for saying it in another language. */
export const FailureFacts = z.object({
  what: z.enum([
    'key_refused',
    'key_missing',
    'out_of_credit',
    'rate_limit',
    'context_length',
    'not_found',
    'bad_request',
    'content_filter',
    'server',
    'silent',
    'timeout',
    'stream_interrupted',
    'malformed',
    'no_completion',
    'network',
    'internal',
  ]),
  host: z.string(),
  model: z.string(),
  /** The settings that hold the key and the address. */
  keyName: z.string(),
  urlName: z.string(),
  /** The HTTP status, where it was no success. */
  status: z.optional(z.int()),
  /** How long nothing came, for `silent`. */
  silentMs: z.optional(z.int()),
  /** How long the provider asks to wait, for `rate_limit`. */
  waitMs: z.optional(z.int()),
  /** The provider's own words; may be empty. */
  words: z.string(),
});
export type FailureFacts = z.infer<typeof FailureFacts>;

export const TurnError = z.object({
  kind: ModelErrorKind,
  message: z.string(),
  retryable: z.boolean(),
  facts: z.optional(FailureFacts),
});
export type TurnError = z.infer<typeof TurnError>;

const Count = z.int().check(z.gte(0));

/** Token counts. `inputTokens` includes cached ones, `outputTokens` includes reasoning. */
export const Usage = z.object({
  inputTokens: Count,
  outputTokens: Count,
  reasoningTokens: Count,
  cachedTokens: Count,
});
export type Usage = z.infer<typeof Usage>;

/** US dollars. Left out wherever no prices are known. */
export const CostUsd = z.number().check(z.gte(0));

/** An image that a tool gave, kept as an attachment of this id. */
export const ShownImage = z.object({ id: Id, mediaType: z.string(), bytes: z.int() });
export type ShownImage = z.infer<typeof ShownImage>;
