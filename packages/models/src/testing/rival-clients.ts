// What the benchmark holds our client against: the least that reading such a stream can cost, and the openai SDK's own
// stream. Each reads one completion and gives how many characters of text it had.
import { createParser } from 'eventsource-parser';
import OpenAI from 'openai';
import { Agent, request } from 'undici';

export type StreamClient = (baseUrl: string) => Promise<number>;

type Chunk = { choices: { delta: { content?: string } }[] };

const dispatcher = new Agent({ allowH2: false });
const body = {
  model: 'm',
  messages: [{ role: 'user' as const, content: 'Go.' }],
  stream: true as const,
  stream_options: { include_usage: true },
};

/** undici, eventsource-parser and JSON.parse, and nothing else. */
export const readFloor: StreamClient = async (baseUrl) => {
  const response = await request(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher,
  });
  let text = '';
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') return;
      text += (JSON.parse(data) as Chunk).choices[0]?.delta.content ?? '';
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body) parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
  return text.length;
};

const sdks = new Map<string, OpenAI>();

/** The SDK over the same undici: its own stream, without the web streams of `fetch`. */
export const readSdk: StreamClient = async (baseUrl) => {
  const client = sdks.get(baseUrl) ?? createSdk(baseUrl);
  sdks.set(baseUrl, client);
  let text = '';
  for await (const chunk of await client.chat.completions.create(body))
    text += chunk.choices[0]?.delta.content ?? '';
  return text.length;
};

function createSdk(baseUrl: string): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: 'none',
    maxRetries: 0,
    logLevel: 'off',
    fetch: async (url, init) => {
      const response = await request(String(url), {
        method: 'POST',
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: String(init?.body),
        dispatcher,
      });
      return toResponse(response.body);
    },
  });
}

/** The SDK takes whatever can be iterated; a web stream would only be in the way. */
function toResponse(body: AsyncIterable<Uint8Array>): Response {
  const response = new Response(null, { headers: { 'content-type': 'text/event-stream' } });
  return Object.defineProperty(response, 'body', { value: body });
}

export function closeRivals(): Promise<void> {
  return dispatcher.close();
}
