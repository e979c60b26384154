// One small GET whose answer is only nice to have: a JSON body, or nothing at all for whatever reason.
import type { Clock } from '@slipstream/agent';
import type { Dispatcher } from 'undici';
import { nextEvent, openUpstream } from '../http/open-upstream.ts';
import { parseJson } from '../stream/json.ts';

export type GetJsonOptions = {
  dispatcher: Dispatcher;
  clock: Clock;
  headers?: Readonly<Record<string, string>>;
  /** For the whole of it. */
  limitMs: number;
};

const maxBytes = 4 * 1024 * 1024;

/** Never rejects: undefined where there was no success, no JSON or no time. */
export async function getJson(url: string, options: GetJsonOptions): Promise<unknown> {
  const { dispatcher, clock, headers = {}, limitMs } = options;
  const request = { url, method: 'GET' as const, headers: { accept: 'application/json', ...headers } };
  const upstream = openUpstream(dispatcher, request, { clock, idleMs: limitMs });
  const cancel = clock.after(limitMs, () => upstream.close());
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    while (size <= maxBytes) {
      const event = await nextEvent(upstream);
      if (event.type === 'bytes') {
        parts.push(...event.chunks);
        size += event.chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      } else if (event.type === 'ended') return parseJson(Buffer.concat(parts).toString('utf8'));
      else if (event.type !== 'head' || event.status !== 200) return undefined;
    }
    return undefined;
  } finally {
    cancel();
    upstream.close();
  }
}
