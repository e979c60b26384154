// Gets one address within its limits: time, bytes and hops, each hop checked anew. Stays on the host that was asked
// for: what leads elsewhere is told, since the user was asked about this host and no other.
import type { Clock } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { type Agent, fetch, type Response } from 'undici';
import type { WebLimits } from './web-limits.ts';
import { checkHop } from './web-url.ts';

/** `body` is undefined for what is not read: a type that is no text. `elsewhere` is where another host was named. */
export type Resource = {
  url: URL;
  status: number;
  type: string;
  charset: string | undefined;
  bytes: number | undefined;
  body: Buffer | undefined;
  elsewhere: URL | undefined;
};

export type FetchRun = { agent: Agent; clock: Clock; limits: WebLimits; signal: AbortSignal };

/** Throws AppError with a sentence for the model, or the signal's reason. */
export async function fetchResource(url: URL, run: FetchRun): Promise<Resource> {
  const own = new AbortController();
  const timeout = new AppError('unavailable', `${url.host} took longer than ${run.limits.fetchMs / 1000} s.`);
  const cancel = run.clock.after(run.limits.fetchMs, () => own.abort(timeout));
  const signal = AbortSignal.any([run.signal, own.signal]);
  try {
    return await follow(url, { ...run, signal });
  } catch (error) {
    run.signal.throwIfAborted();
    if (own.signal.aborted) throw timeout;
    throw toWebError(error, url);
  } finally {
    cancel();
  }
}

async function follow(start: URL, run: FetchRun): Promise<Resource> {
  let url = start;
  for (let hop = 0; ; hop += 1) {
    const response = await fetch(url, {
      dispatcher: run.agent,
      signal: run.signal,
      redirect: 'manual',
      credentials: 'omit',
      headers: {
        accept: 'text/markdown, text/html;q=0.9, application/json;q=0.8, text/*;q=0.7, */*;q=0.1',
        'accept-language': 'en, *;q=0.5',
        'user-agent': 'Slipstream/0.1 (web_fetch)',
      },
    });
    const next = toNextHop(response, url);
    if (!next) return toResource(response, url, run.limits);
    await response.body?.cancel();
    checkHop(next);
    if (!isSameSite(next, start)) return { ...headOf(response, url), body: undefined, elsewhere: next };
    if (hop >= run.limits.maxRedirects)
      throw new AppError(
        'unavailable',
        `${start.host} redirects more than ${run.limits.maxRedirects} times.`,
      );
    url = next;
  }
}

function toNextHop(response: Response, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = response.headers.get('location');
  if (location === null) return undefined;
  if (!URL.canParse(location, url.href))
    throw new AppError('unavailable', `${url.host} redirects to something that is not a URL.`);
  return new URL(location, url.href);
}

/** The same host, with or without `www.`, on the same port or the usual one of https, and never back to http. */
function isSameSite(next: URL, start: URL): boolean {
  const bare = (url: URL) => url.hostname.replace(/^www\./, '');
  if (bare(next) !== bare(start)) return false;
  if (next.protocol === start.protocol) return next.port === start.port;
  return next.protocol === 'https:' && next.port === '' && start.port === '';
}

function headOf(response: Response, url: URL): Omit<Resource, 'body' | 'elsewhere'> {
  const header = response.headers.get('content-type') ?? '';
  const length = response.headers.get('content-length');
  return {
    url,
    status: response.status,
    type: header.split(';', 1)[0]?.trim().toLowerCase() ?? '',
    charset: /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(header)?.[1],
    bytes: length !== null && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
  };
}

async function toResource(response: Response, url: URL, limits: WebLimits): Promise<Resource> {
  const head = headOf(response, url);
  if (!isText(head.type)) {
    await response.body?.cancel();
    return { ...head, body: undefined, elsewhere: undefined };
  }
  const body = await readBody(response, url, head.bytes, limits.maxFetchBytes);
  return { ...head, bytes: body.length, body, elsewhere: undefined };
}

export function isText(type: string): boolean {
  return (
    type === '' ||
    type.startsWith('text/') ||
    /^application\/(.+\+)?(json|xml|yaml)$/.test(type) ||
    /^application\/(javascript|x-javascript|x-yaml|toml|x-ndjson|x-sh)$/.test(type)
  );
}

/** Counted as it comes out of its compression, so that a small answer cannot become a large one. */
async function readBody(
  response: Response,
  url: URL,
  claimed: number | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const tooLarge = () =>
    new AppError('too_large', `${url.href} is larger than ${maxBytes / 1024 / 1024} MB; it was not read.`);
  if (claimed !== undefined && claimed > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const sentences: Record<string, string> = {
  ENOTFOUND: 'was not found: there is no such name.',
  EAI_AGAIN: 'could not be looked up: the name service does not answer.',
  ECONNREFUSED: 'refuses the connection.',
  ECONNRESET: 'closed the connection.',
  EHOSTUNREACH: 'cannot be reached.',
  ENETUNREACH: 'cannot be reached: there is no network.',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer.',
  UND_ERR_SOCKET: 'closed the connection.',
};

function toWebError(error: unknown, url: URL): AppError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth += 1) {
    const [first] = cause instanceof AggregateError ? cause.errors : [];
    if (cause instanceof AppError) return cause;
    for (const each of [cause, first]) {
      const code = each instanceof Error && 'code' in each ? String(each.code) : '';
      const sentence = sentences[code];
      if (sentence) return new AppError('unavailable', `${url.host} ${sentence}`, { cause: error });
      if (/^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
        return new AppError('unavailable', `The certificate of ${url.host} is not valid (${code}).`, {
          cause: error,
        });
    }
  }
  return new AppError('unavailable', `${url.host} could not be fetched.`, { cause: error });
}
