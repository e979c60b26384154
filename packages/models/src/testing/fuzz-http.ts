// Sends mutated streams over real HTTP, cut, and ended, reset or stalled at the end: whatever a provider does, the
// client ends its stream, soon, and with the typed error where it is broken.
import { isDeepStrictEqual } from 'node:util';
import type { ModelAnswer, ModelChunk } from '@slipstream/agent';
import { ModelErrorKind } from '@slipstream/protocol';
import { Agent } from 'undici';
import { createOpenAiModel } from '../openai-model.ts';
import { findFault } from './find-fault.ts';
import { fuzzCases } from './fuzz.ts';
import { cutSomewhere, mutateStream } from './mutate-stream.ts';
import { createSeededRandom } from './random.ts';
import { readBytes } from './read-bytes.ts';
import { createReplayServer } from './replay-server.ts';

export type HttpFuzz = {
  /** What the client got wrong, in words; undefined where nothing. */
  once(seed: number): Promise<string | undefined>;
  close(): Promise<void>;
};

const info = {
  id: 'm',
  label: 'm',
  provider: 'p',
  contextWindow: 128_000,
  vision: false,
  reasoning: false,
  demo: false,
};
const request = {
  system: '',
  messages: [{ role: 'user' as const, text: 'Go.' }],
  tools: [],
  maxOutputTokens: 9,
};
/** Past this a stream hangs: several times what the longest silence and a slow machine take together. */
const hangMs = 20_000;

export async function createHttpFuzz(): Promise<HttpFuzz> {
  const server = await createReplayServer(({ path }) => toReply(Number(path.split('/')[1])));
  const dispatcher = new Agent({ allowH2: false });

  return {
    async once(seed) {
      const { body, end } = toBroken(seed);
      let made = 0;
      const model = createOpenAiModel({
        info,
        baseUrl: `${server.origin}/${seed}/v1`,
        idleTimeoutMs: end === 'stall' ? 40 : 10_000,
        dispatcher,
        newCallId: () => `made${++made}`,
      });
      const cancel = new AbortController();
      const timer = setTimeout(() => cancel.abort(new Error('it hangs')), hangMs);
      const chunks: ModelChunk[] = [];
      try {
        for await (const batch of model.stream(request, cancel.signal)) chunks.push(...batch);
      } catch (error) {
        return `threw ${String(error)}`;
      } finally {
        clearTimeout(timer);
      }
      const last = chunks.at(-1);
      return last?.type === 'end' ? judge(chunks, last.answer, body, end) : 'no end';
    },
    async close() {
      await dispatcher.destroy();
      await server.close();
    },
  };
}

type End = 'close' | 'reset' | 'stall';

function toBroken(seed: number): { body: Buffer; pieces: Buffer[]; end: End } {
  const random = createSeededRandom(seed);
  const body = mutateStream(random, fuzzCases);
  return { body, pieces: cutSomewhere(random, body), end: random.pick(['close', 'close', 'reset', 'stall']) };
}

function toReply(seed: number) {
  return { headers: { 'content-type': 'text/event-stream' }, ...toBroken(seed) };
}

function judge(
  chunks: readonly ModelChunk[],
  answer: ModelAnswer,
  body: Buffer,
  end: End,
): string | undefined {
  const fault = findFault(chunks, answer);
  if (fault) return fault;
  const { failure } = answer;
  if (failure && !ModelErrorKind.safeParse(failure.kind).success)
    return `an error of no kind: ${failure.kind}`;
  const expected = readBytes([body], end === 'close' ? 'ended' : end === 'reset' ? 'broken' : 'idle').answer;
  // A reset may take the last bytes along, and on a slow machine a stall may come before them: then the answer is a
  // broken one, and never another.
  if (end !== 'close' && answer.finish === 'error') return undefined;
  const [seen, wanted] = [answer, expected].map(({ failure: told, ...rest }) => ({
    ...rest,
    kind: told?.kind,
  }));
  return isDeepStrictEqual(seen, wanted)
    ? undefined
    : `${end}: over HTTP it is ${JSON.stringify(seen).slice(0, 300)}, and not ${JSON.stringify(wanted).slice(0, 300)}`;
}
