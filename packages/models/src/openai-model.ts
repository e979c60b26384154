// The Model port over any OpenAI-compatible API. One call of `stream` is one attempt, repeated only where the provider
// refused the form of the request and another form is known; retries after failures are the loop's.
import type { Clock, Model, ModelAnswer, ModelChunk, ModelPrices, ModelRequest } from '@slipstream/agent';
import { AppError, type ModelInfo } from '@slipstream/protocol';
import type { Dispatcher } from 'undici';
import { type Attempt, createAnswerStream } from './answer-stream.ts';
import { classifyNetwork } from './failure/classify-network.ts';
import { toFailure } from './failure/failure-message.ts';
import type { Problem } from './failure/problem.ts';
import { createRedactor } from './failure/redact.ts';
import { sharedDispatcher } from './http/dispatcher.ts';
import { newCallId as randomCallId } from './http/new-call-id.ts';
import { openUpstream, type Upstream } from './http/open-upstream.ts';
import { createUpstreamReading, type Reading, readRefusal } from './http/read-upstream.ts';
import { createChatClient } from './http/sdk-client.ts';
import { systemClock } from './http/system-clock.ts';
import { buildBody } from './request/build-body.ts';
import { createSwitches, type LearnedSwitches } from './request/switches.ts';
import { type AnswerReader, createAnswerReader } from './stream/read-answer.ts';

export type OpenAiModelOptions = {
  info: ModelInfo;
  /** Without `/chat/completions`; usually ends in `/v1`. */
  baseUrl: string;
  apiKey?: string | undefined;
  /** How long the provider may send nothing, milliseconds. */
  idleTimeoutMs: number;
  /** The provider's name of the model, where it is not `info.id`. */
  model?: string | undefined;
  temperature?: number | undefined;
  /** What the model can give at most, where that is less than a request asks for. */
  maxOutputTokens?: number | undefined;
  prices?: ModelPrices | undefined;
  parallelToolCalls?: boolean | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** The settings that hold the key and the address, for messages. */
  keyName?: string | undefined;
  urlName?: string | undefined;
  /** What the model was seen to refuse, shared by all clients of one model. */
  switches?: LearnedSwitches | undefined;
  clock?: Clock | undefined;
  dispatcher?: Dispatcher | undefined;
  newCallId?: (() => string) | undefined;
};

/** More lessons than this about one request are no lessons. */
const maxLessons = 8;

export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { info, idleTimeoutMs } = options;
  const apiKey = options.apiKey || undefined;
  const { clock = systemClock, dispatcher = sharedDispatcher(), newCallId = randomCallId } = options;
  const name = options.model ?? info.id;
  const switches = options.switches ?? createSwitches(name);
  const redact = createRedactor([apiKey, ...Object.values(options.headers ?? {}).filter(mayBeSecret)]);
  const target = {
    host: hostOf(options.baseUrl),
    model: name,
    keyName: options.keyName ?? 'OPENAI_API_KEY',
    urlName: options.urlName ?? 'OPENAI_BASE_URL',
    hasKey: apiKey !== undefined,
    idleTimeoutMs,
  };
  const client = createChatClient({
    baseUrl: options.baseUrl,
    apiKey,
    headers: options.headers ?? {},
    openUpstream: (request) => openUpstream(dispatcher, request, { clock, idleMs: idleTimeoutMs }),
  });
  const { temperature, parallelToolCalls, maxOutputTokens = Number.POSITIVE_INFINITY } = options;

  function stream(asked: ModelRequest, signal: AbortSignal): AsyncIterable<readonly ModelChunk[]> {
    const request = { ...asked, maxOutputTokens: Math.min(asked.maxOutputTokens, maxOutputTokens) };
    let lessons = 0;
    return createAnswerStream<Reading>(async () => {
      signal.throwIfAborted();
      const body = buildBody(request, { model: name, temperature, parallelToolCalls }, switches.current());
      const reader = createAnswerReader(newCallId);
      try {
        const upstream = await client.open(body);
        return toAttempt(upstream, reader, body);
      } catch (error) {
        return [{ type: 'end', answer: failed(reader.end('broken').answer, toInternal(error)) }];
      }
    });

    function toAttempt(
      upstream: Upstream,
      reader: AnswerReader,
      body: Readonly<Record<string, unknown>>,
    ): Attempt<Reading> {
      const limits = { idleTimeoutMs, clock, signal };
      const reading = createUpstreamReading(upstream, reader, limits);
      const onAbort = () => upstream.close();
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      let whole = false;
      return {
        take: reading.take,
        whenReady: upstream.whenReady,
        async conclude({ why, refusal, refusalHead }) {
          const refused = refusalHead ? await readRefusal(upstream, refusalHead, limits) : refusal;
          const { answer, problem } = reader.end(why);
          const trouble = refused ?? problem;
          whole = trouble === undefined;
          const lesson =
            trouble && !reader.begun() && lessons < maxLessons ? switches.learn(trouble, body) : undefined;
          if (lesson) {
            lessons += 1;
            return { batch: [{ type: 'notice', ...lesson, text: redact(lesson.text) }], again: true };
          }
          if (reader.namesReasoningContent()) switches.sawReasoningContent();
          const end = trouble ? failed(answer, trouble) : { ...answer, failure: null };
          return { batch: [...reader.take(), { type: 'end', answer: end }], again: false };
        },
        close() {
          signal.removeEventListener('abort', onAbort);
          if (whole) upstream.release();
          else upstream.close();
        },
      };
    }
  }

  function failed(answer: Omit<ModelAnswer, 'failure'>, problem: Problem): ModelAnswer {
    return { ...answer, finish: 'error', failure: toFailure(problem, target, redact) };
  }

  return { info, prices: options.prices ?? null, stream };
}

/** Short values of headers are names and numbers. */
function mayBeSecret(value: string): boolean {
  return value.length >= 16;
}

function hostOf(baseUrl: string): string {
  if (URL.canParse(baseUrl)) return new URL(baseUrl).host;
  throw new AppError('invalid_config', `The address of the model's API is not a URL: "${baseUrl}".`);
}

function toInternal(error: unknown): Problem {
  return { ...classifyNetwork(error), kind: 'internal', retryable: false };
}
