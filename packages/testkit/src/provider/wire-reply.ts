// The steps that only a server can play: status codes, timing, raw bytes, and the ways in which a connection fails.
import type { ReplyStep } from '../reply.ts';

export type WireStep =
  | ReplyStep
  /** Text, word by word at a rate; many such streams share one timer. */
  | { step: 'paced'; text: string; tokensPerSecond: number; as: 'content' | 'reasoning_content' }
  | { step: 'delay'; ms: number }
  /** Instead of a stream; must be the first step but for gates and delays. */
  | { step: 'http_error'; status: number; headers: Record<string, string>; body: string }
  /** Sends the status line and headers at once, before anything else is known. */
  | { step: 'open' }
  /** A chunk with this delta, whatever it is: interleaved tool calls, unknown fields, odd finish reasons. */
  | { step: 'delta'; delta: Record<string, unknown>; finishReason: string | null }
  /** A chunk that is exactly this object. */
  | { step: 'chunk'; chunk: unknown }
  /** These bytes, as they are, in one write. */
  | { step: 'raw'; bytes: string | Uint8Array }
  /** Ends the body here in an orderly way, without finish reason and `[DONE]`. */
  | { step: 'end' }
  /** Cuts the connection. */
  | { step: 'drop' };

export type HttpErrorOptions = {
  headers?: Record<string, string>;
  message?: string;
  type?: string;
  code?: string | null;
  /** Instead of the usual error object, the whole body. */
  body?: string;
};

export const wireReply = {
  paced: (
    text: string,
    tokensPerSecond: number,
    as: 'content' | 'reasoning_content' = 'content',
  ): WireStep => ({ step: 'paced', text, tokensPerSecond, as }),
  delay: (ms: number): WireStep => ({ step: 'delay', ms }),
  httpError: (status: number, options: HttpErrorOptions = {}): WireStep => ({
    step: 'http_error',
    status,
    headers: { 'content-type': 'application/json', ...options.headers },
    body: options.body ?? toErrorBody(options.message ?? `Scripted error ${status}.`, options),
  }),
  /** 429 with `Retry-After` in seconds. */
  rateLimit: (retryAfterSeconds: number): WireStep =>
    wireReply.httpError(429, {
      headers: { 'retry-after': String(retryAfterSeconds) },
      message: 'Rate limit reached.',
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
    }),
  open: (): WireStep => ({ step: 'open' }),
  delta: (delta: Record<string, unknown>, finishReason: string | null = null): WireStep => ({
    step: 'delta',
    delta,
    finishReason,
  }),
  chunk: (chunk: unknown): WireStep => ({ step: 'chunk', chunk }),
  raw: (bytes: string | Uint8Array): WireStep => ({ step: 'raw', bytes }),
  end: (): WireStep => ({ step: 'end' }),
  drop: (): WireStep => ({ step: 'drop' }),
};

/** The body of an error as OpenAI words it. */
export function toErrorBody(
  message: string,
  { type, code }: { type?: string; code?: string | null } = {},
): string {
  return JSON.stringify({
    error: { message, type: type ?? 'invalid_request_error', param: null, code: code ?? null },
  });
}
