// Every chat request that the provider received, how each ended, and the ways to await both.
import type { IncomingHttpHeaders } from 'node:http';
import { createCollector } from '../collector.ts';
import { deferred } from '../deferred.ts';
import { type ChatRequest, userTexts } from './chat-request.ts';

/**
 * `closed_early`: the client closed the connection before it had the whole answer. `dropped`: the script, or the end
 * of the provider, cut it.
 */
export type RequestOutcome = 'open' | 'finished' | 'closed_early' | 'dropped';

export type RecordedRequest = {
  /** From 1, over all requests of the provider. */
  readonly number: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatRequest;
  /** The text of the newest user message. */
  readonly lastUserText: string;
  readonly outcome: RequestOutcome;
  readonly ended: Promise<Exclude<RequestOutcome, 'open'>>;
};

/** `n` counts from 1, within this log. */
export type RequestLog = {
  readonly requests: readonly RecordedRequest[];
  /** Resolves when the n-th request has been received whole. */
  waitForRequest(n: number): Promise<RecordedRequest>;
  /** Resolves when the client has closed the n-th request early; rejects when that request ended in another way. */
  waitForClose(n: number): Promise<RecordedRequest>;
};

export type RequestLogWriter = RequestLog & { add(request: RecordedRequest): void };

export function createRequestLog(): RequestLogWriter {
  const requests = createCollector<RecordedRequest>();
  return {
    requests: requests.items,
    add: (request) => requests.add(request),
    waitForRequest: (n) => requests.waitForCount(n),
    async waitForClose(n) {
      const request = await requests.waitForCount(n);
      const outcome = await request.ended;
      if (outcome !== 'closed_early')
        throw new Error(`Request ${n} was not closed early by the client: it is "${outcome}".`);
      return request;
    },
  };
}

/** A record, and what marks its end. */
export function createRecord(
  number: number,
  headers: IncomingHttpHeaders,
  body: ChatRequest,
): { request: RecordedRequest; end(outcome: Exclude<RequestOutcome, 'open'>): void } {
  const ended = deferred<Exclude<RequestOutcome, 'open'>>();
  const request = {
    number,
    headers,
    body,
    lastUserText: userTexts(body)[0] ?? '',
    outcome: 'open' as RequestOutcome,
    ended: ended.promise,
  };
  return {
    request,
    end(outcome) {
      request.outcome = outcome;
      ended.resolve(outcome);
    },
  };
}
