// Asks a scripted provider over real HTTP and reads its streams, for the tests of the provider.
import { onTestFinished } from 'vitest';
import type { WireScript } from './router.ts';
import {
  createScriptedProvider,
  type ScriptedProvider,
  type ScriptedProviderOptions,
} from './scripted-provider.ts';

/** A provider that is closed after the test. */
export async function start(script: WireScript = [], options: ScriptedProviderOptions = {}) {
  const provider = await createScriptedProvider({ script, ...options });
  onTestFinished(() => provider.close());
  return provider;
}

type Ask = { text?: string; body?: object; signal?: AbortSignal; headers?: Record<string, string> };

export function ask(provider: ScriptedProvider, { text = 'hello', body = {}, signal, headers }: Ask = {}) {
  return fetch(`${provider.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: 'scripted',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: text }],
      ...body,
    }),
    ...(signal ? { signal } : {}),
  });
}

type Chunk = {
  choices: { delta: Record<string, unknown>; finish_reason: string | null }[];
  usage?: Record<string, unknown>;
};

/** The deltas and finish reasons of a whole streamed answer, without the opening one; the last item is its end. */
export async function read(response: Response): Promise<unknown[]> {
  const events = (await response.text()).split('\n\n').filter((event) => event !== '');
  return events
    .map((event) => event.replace(/^data: /, ''))
    .map((data) => {
      if (data === '[DONE]') return data;
      const chunk = JSON.parse(data) as Chunk;
      const [choice] = chunk.choices;
      if (!choice) return chunk.usage;
      return choice.finish_reason ?? choice.delta;
    })
    .filter((item) => JSON.stringify(item) !== '{"role":"assistant","content":""}');
}
