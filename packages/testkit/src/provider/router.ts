// Which script answers a request: the one whose marker stands in the newest user message that has any, else the
// provider's own. Many sessions can so be scripted on one server without knowing their order.
import { type Answer, readScript, type Script, type ScriptReader } from '../script.ts';
import { userTexts } from './chat-request.ts';
import {
  createRequestLog,
  type RecordedRequest,
  type RequestLog,
  type RequestLogWriter,
} from './request-log.ts';
import type { WireStep } from './wire-reply.ts';

export type WireAnswer = Answer<WireStep>;
export type WireScript = Script<RecordedRequest, WireStep>;

export type Router = {
  /** Replaces the script for requests without a marker. */
  setScript(script: WireScript): void;
  /** Adds a script, or replaces that of the same marker. Of two markers in one message the longer one wins. */
  route(marker: string, script: WireScript): RequestLog;
  /** Enters the request into its route's log and gives its answer, undefined where the list is at its end. */
  answer(request: RecordedRequest): Promise<WireAnswer | undefined>;
};

type Route = { marker: string; next: ScriptReader<RecordedRequest, WireStep>; log: RequestLogWriter };

export function createRouter(script: WireScript): Router {
  let next = readScript(script);
  let routes: Route[] = [];

  function find(request: RecordedRequest): Route | undefined {
    for (const text of userTexts(request.body)) {
      const found = routes.find(({ marker }) => text.includes(marker));
      if (found) return found;
    }
    return undefined;
  }

  return {
    setScript(changed) {
      next = readScript(changed);
    },
    route(marker, changed) {
      const route = { marker, next: readScript(changed), log: createRequestLog() };
      routes = [...routes.filter((other) => other.marker !== marker), route].sort(
        (a, b) => b.marker.length - a.marker.length,
      );
      return route.log;
    },
    async answer(request) {
      const route = find(request);
      route?.log.add(request);
      return (route?.next ?? next)(request);
    },
  };
}
