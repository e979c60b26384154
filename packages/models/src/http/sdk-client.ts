// The openai SDK makes the request: address, key and headers. It is asked once for each client, since they stay the
// same, and loaded only then. Answers never come to it: its own reading of streams and errors loses what providers say.
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

type Envelope = Omit<UpstreamRequest, 'body'>;

export function createChatClient({ openUpstream, ...options }: ChatClientOptions): ChatClient {
  let envelope: Promise<Envelope> | undefined;
  const toEnvelope = () => {
    envelope ??= askSdk(options).catch((error: unknown) => {
      envelope = undefined;
      throw error;
    });
    return envelope;
  };
  return {
    open: async (body) => openUpstream({ ...(await toEnvelope()), body: JSON.stringify(body) }),
  };
}

/** What the SDK would send; nothing is sent. */
async function askSdk({
  baseUrl,
  apiKey,
  headers,
}: Omit<ChatClientOptions, 'openUpstream'>): Promise<Envelope> {
  const { default: OpenAI } = await import('openai');
  let asked: Envelope | undefined;
  const client = new OpenAI({
    baseURL: baseUrl,
    // The SDK insists on a key; where there is none its header is left out.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    defaultHeaders: { ...headers, ...(apiKey === undefined ? { authorization: null } : {}) },
    maxRetries: 0,
    logLevel: 'off',
    async fetch(url, init) {
      asked = { url: String(url), method: 'POST', headers: Object.fromEntries(new Headers(init?.headers)) };
      return new Response(null);
    },
  });
  await client.post('/chat/completions', { body: {} }).asResponse();
  if (!asked) throw new TypeError('The SDK made no request.');
  return asked;
}
