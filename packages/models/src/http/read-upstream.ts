// Drives one response from its head to its end: an answer is fed to the reader and passed on batch by batch, a refusal
// is read and judged. Throws nothing but the signal's reason.
import type { Clock, ModelChunk } from '@slipstream/agent';
import { classifyNetwork } from '../failure/classify-network.ts';
import { classifyResponse } from '../failure/classify-response.ts';
import type { Problem } from '../failure/problem.ts';
import type { AnswerReader, BodyEnd } from '../stream/read-answer.ts';
import { nextEvent, type Upstream, type UpstreamEvent } from './open-upstream.ts';

type Limits = { idleTimeoutMs: number; clock: Clock; signal: AbortSignal };
type Head = Extract<UpstreamEvent, { type: 'head' }>;

/** How the reading ended, for good. Without an answer to read there is a refusal, or the head of one. */
export type Reading = { why: BodyEnd; refusal?: Problem; refusalHead?: Head };

/** After its end was announced an answer is not worth a long wait. */
const afterEndMs = 5000;
const refusalMs = 5000;
const refusalBytes = 64 * 1024;

export type UpstreamReading = {
  /** The next batch, never empty; or how it ended; or undefined while there is nothing. */
  take(): readonly ModelChunk[] | Reading | undefined;
};

export function createUpstreamReading(
  upstream: Upstream,
  reader: AnswerReader,
  { idleTimeoutMs, signal }: Limits,
): UpstreamReading {
  let answering = false;
  let hasted = false;
  return {
    take() {
      for (;;) {
        if (reader.settled()) {
          signal.throwIfAborted();
          return { why: 'ended' };
        }
        const event = upstream.take();
        switch (event?.type) {
          case undefined:
            return undefined;
          case 'head':
            if (event.status >= 300) return { why: 'ended', refusalHead: event };
            answering = true;
            break;
          case 'bytes': {
            for (const bytes of event.chunks) reader.push(bytes);
            if (reader.complete() && !hasted) {
              hasted = true;
              upstream.limitIdle(Math.min(idleTimeoutMs, afterEndMs));
            }
            const batch = reader.take();
            if (batch.length > 0) return batch;
            break;
          }
          case 'ended':
          case 'idle':
            signal.throwIfAborted();
            return { why: event.type };
          case 'broken':
            signal.throwIfAborted();
            return answering ? { why: 'broken' } : { why: 'broken', refusal: classifyNetwork(event.error) };
          case 'closed':
            // A stop closes the upstream at once, so that it need not be asked for at each token.
            signal.throwIfAborted();
            return { why: 'broken' };
        }
      }
    },
  };
}

/** Reads what a provider has to say in the place of an answer. */
export async function readRefusal(
  upstream: Upstream,
  head: Head,
  { idleTimeoutMs, clock, signal }: Limits,
): Promise<Problem> {
  upstream.limitIdle(Math.min(idleTimeoutMs, refusalMs));
  const parts: Uint8Array[] = [];
  let size = 0;
  while (size < refusalBytes) {
    const event = await nextEvent(upstream);
    signal.throwIfAborted();
    if (event.type !== 'bytes') break;
    parts.push(...event.chunks);
    size = parts.reduce((sum, part) => sum + part.length, 0);
  }
  const body = Buffer.concat(parts).toString('utf8');
  return classifyResponse({ status: head.status, headers: head.headers, body, now: clock.now() });
}
