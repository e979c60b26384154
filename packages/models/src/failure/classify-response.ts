// From an HTTP answer that was no success to a problem: finds the error in its body, whatever form that has.
import { parseJson } from '../stream/json.ts';
import { classifyReport } from './classify-report.ts';
import type { Problem } from './problem.ts';
import type { Headers } from './retry-after.ts';

export type RefusedResponse = { status: number; headers: Headers; body: string; now: number };

export function classifyResponse({ status, headers, body, now }: RefusedResponse): Problem {
  if (status >= 300 && status < 400) return toRedirect(status, headers);
  return classifyReport(toReport(body), { status, headers, now });
}

/** Redirects are not followed: the key would go to wherever the answer says. */
function toRedirect(status: number, headers: Headers): Problem {
  const { location } = headers;
  const to = typeof location === 'string' ? `It redirects to ${location.split('?')[0]}` : 'It redirects';
  return { kind: 'not_found', retryable: false, words: `${to}.`, codes: [], status };
}

/** Some send the error of a refused stream as an event. */
function toReport(body: string): unknown {
  const text = body.trim();
  const event = /^(?:event:.*\s+)?data:(.*)$/m.exec(text)?.[1];
  return parseJson(text) ?? (event === undefined ? undefined : parseJson(event)) ?? text;
}
