// Decides what a broken connection was, by the codes that the system and the HTTP client give. Before any answer came;
// a connection that breaks inside of an answer is `stream_interrupted`, whatever broke it.
import { errors } from 'undici';
import type { Problem } from './problem.ts';

const said: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNRESET: 'the connection was cut before an answer came',
  EPIPE: 'the connection was cut before an answer came',
  UND_ERR_SOCKET: 'the connection was cut before an answer came',
  ENETUNREACH: 'there is no way to that network',
  EHOSTUNREACH: 'there is no way to that host',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not take the connection in time',
  ETIMEDOUT: 'the host did not take the connection in time',
};

export function classifyNetwork(error: unknown): Problem {
  const codes = errorCodes(error);
  const code = codes[0] ?? '';
  const words = [said[code] ?? messageOf(error), code && `(${code})`].filter(Boolean).join(' ');
  const timedOut = code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT';
  return {
    kind: timedOut ? 'timeout' : 'network',
    retryable: !isLasting(code) && !(error instanceof errors.HTTPParserError),
    words,
    codes: codes.map((each) => each.toLowerCase()),
  };
}

/** A certificate that is not trusted, or a server that does not speak HTTP, will be the same next time. */
function isLasting(code: string): boolean {
  return /CERT|SELF_SIGNED|SSL|TLS|ISSUER|INVALID_ARG|ERR_INVALID/.test(code);
}

/** Of a failed dual-stack connect each attempt has its own error. */
function errorCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = (error as NodeJS.ErrnoException).code;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [...(typeof own === 'string' ? [own] : []), ...inner.flatMap(errorCodes)];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
