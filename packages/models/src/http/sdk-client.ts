// The openai SDK makes the request: address, key and headers. Its answer is handed through unread, whatever its status:
// the SDK's own reading of streams and errors loses what providers say. It never retries and never logs.
import OpenAI from 'openai';
import type { Upstream, UpstreamRequest } from './open-upstream.ts';

export type ChatClient = {
  /** Sends the body to `/chat/completions`. Rejects only where no request could be made of it. */
  open(body: Readonly<Record<string, unknown>>): Promise<Upstream>;
};

export type ChatClientOptions = {
  baseUrl: string;
  apiKey: string | undefined;
  headers: Readonly<Record<string, string>>;
  openUpstream(request: UpstreamRequest): Upstream;
};

/** To the SDK every answer is a success without a body; what really came is read from `upstream`. */
class UpstreamResponse extends Response {
  readonly upstream: Upstream;

  constructor(upstream: Upstream) {
    super(null);
    this.upstream = upstream;
  }
}

export function createChatClient({ baseUrl, apiKey, headers, openUpstream }: ChatClientOptions): ChatClient {
  const client = new OpenAI({
    baseURL: baseUrl,
    // The SDK insists on a key; where there is none its header is left out.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    defaultHeaders: { ...headers, ...(apiKey === undefined ? { authorization: null } : {}) },
    maxRetries: 0,
    logLevel: 'off',
    async fetch(url, init) {
      const request: UpstreamRequest = {
        url: String(url),
        method: 'POST',
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: String(init?.body ?? ''),
      };
      return new UpstreamResponse(openUpstream(request));
    },
  });
  return {
    async open(body) {
      const response = await client.post('/chat/completions', { body }).asResponse();
      if (!(response instanceof UpstreamResponse)) throw new TypeError('The SDK replaced the response.');
      return response.upstream;
    },
  };
}
