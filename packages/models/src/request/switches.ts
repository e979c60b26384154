// What a model was seen to refuse or to demand. Learned from its own words, once, and kept as long as the process
// lives; no list of models or providers is kept anywhere.
import type { Problem } from '../failure/problem.ts';
import { type JsonObject, toObjects } from '../stream/json.ts';
import type { RequestBody } from './build-body.ts';

export type Switches = {
  /** Optional fields that are left out. */
  without: ReadonlySet<string>;
  limitField: 'max_tokens' | 'max_completion_tokens';
  tools: boolean;
  /** `given`: the reasoning of messages with calls goes back as `reasoning_content` where there is any. */
  echoReasoning: 'never' | 'given' | 'always';
  /** Messages that are only calls carry an empty `content` instead of none. */
  emptyContent: boolean;
};

export type Lesson = { code: string; level: 'info' | 'warning'; text: string };

export type LearnedSwitches = {
  current(): Switches;
  /** What the refusal of `body` teaches, or undefined where it teaches nothing new. Then the same would be refused again. */
  learn(problem: Problem, body: RequestBody): Lesson | undefined;
  /** The model gives its reasoning in the field in which it can be given back. */
  sawReasoningContent(): void;
};

const refusing =
  /unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra (?:inputs?|fields?)|additional propert|invalid|incompatible|not available|only the default|deprecated|no longer|must not|cannot|can't/i;
const demanding = /must be (?:passed|provided|included|set|present)|missing|required|is needed|passed back/i;
const tooLarge =
  /too (?:large|high|big)|valid range|at most|less than|exceed|maximum|greater than|must be (?:<|between)/i;
const noTools =
  /(?:not|n't) support(?:ed)?(?: \w+){0,3} (?:tools?|functions?)\b|(?:tools?|tool[ _]use|tool[ _]calling|function[ _]calling)\b.{0,40}(?:not support|unsupported|not available|not enabled)|support tool use|tools? param\w* requires|enable-auto-tool-choice/i;

/** `known`: what was said about the model beforehand; the model may still teach otherwise. */
export function createSwitches(model: string, known: Partial<Switches> = {}): LearnedSwitches {
  const without = new Set<string>(known.without);
  let limitField: Switches['limitField'] = known.limitField ?? 'max_tokens';
  let tools = known.tools ?? true;
  let echoReasoning: Switches['echoReasoning'] = known.echoReasoning ?? 'never';
  let echoRefused = false;
  let emptyContent = known.emptyContent ?? false;

  /** Judged by the body that was refused, not by what is known by now: another request may have learned it meanwhile. */
  type Rule = (words: string, body: RequestBody) => string | Lesson | undefined;

  const rules: readonly Rule[] = [
    function limitName(words, body) {
      if (!('max_tokens' in body) || !words.includes('max_completion_tokens') || tooLarge.test(words))
        return undefined;
      limitField = 'max_completion_tokens';
      return 'wants max_completion_tokens in the place of max_tokens.';
    },
    function limitSize(words, body) {
      if (!(limitField in body) || !mentions(words, limitField)) return undefined;
      if (!tooLarge.test(words) && !refusing.test(words)) return undefined;
      without.add(limitField);
      return `refuses ${limitField}; its own limit is used.`;
    },
    function noToolsAtAll(words, body) {
      if (!('tools' in body) || !noTools.test(words)) return undefined;
      tools = false;
      return {
        code: 'model_without_tools',
        level: 'warning',
        text: `${model} was refused with tools, so it answers without them: it can talk, but not act.`,
      };
    },
    function reasoningBack(words, body) {
      if (!mentions(words, 'reasoning_content') || echoRefused) return undefined;
      const withCalls = assistantMessages(body).filter((message) => 'tool_calls' in message);
      const giving = withCalls.filter((message) => 'reasoning_content' in message).length;
      if (demanding.test(words) && giving < withCalls.length) {
        echoReasoning = 'always';
        return 'wants its reasoning back with its tool calls.';
      }
      if (giving === 0) return undefined;
      echoReasoning = 'never';
      echoRefused = true;
      return 'does not take its reasoning back.';
    },
    function contentField(words, body) {
      if (!mentions(words, 'content') || !/missing|required|null|nil|none/i.test(words)) return undefined;
      if (assistantMessages(body).every((message) => 'content' in message)) return undefined;
      emptyContent = true;
      return 'wants a content field in every message.';
    },
    function optionalField(words, body) {
      if (!refusing.test(words)) return undefined;
      const fields = ['stream_options', 'parallel_tool_calls', 'temperature', 'stream'];
      const field = fields.find((each) => each in body && mentions(words, each));
      if (!field) return undefined;
      without.add(field);
      return field === 'stream'
        ? 'does not stream: its answers come in one piece.'
        : `refuses ${field}, which is left out from now on.`;
    },
  ];

  return {
    current: () => ({ without, limitField, tools, echoReasoning, emptyContent }),
    learn(problem, body) {
      if (!mayTeach(problem)) return undefined;
      const words = [problem.words, ...problem.codes].join(' ');
      for (const rule of rules) {
        const lesson = rule(words, body);
        if (typeof lesson === 'string')
          return { code: 'model_adapted', level: 'info', text: `${model} ${lesson}` };
        if (lesson) return lesson;
      }
      return undefined;
    },
    sawReasoningContent() {
      if (echoReasoning === 'never' && !echoRefused && known.echoReasoning !== 'never')
        echoReasoning = 'given';
    },
  };
}

/** Only a refusal of the request's form can be met with another form. */
function mayTeach({ kind }: Problem): boolean {
  return kind === 'bad_request' || kind === 'not_found' || kind === 'server' || kind === 'context_length';
}

function assistantMessages(body: RequestBody): JsonObject[] {
  return toObjects(body['messages']).filter((message) => message['role'] === 'assistant');
}

function mentions(words: string, field: string): boolean {
  return new RegExp(`(?<![\\w])${field}(?![\\w])`).test(words);
}
