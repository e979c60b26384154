// Keeps the prompt of one turn: made from what came before, growing with each step, and brought down to the model's
// window before each call. Counting is left out while a bound that costs nothing says that there is room.
import {
  type AgentEvent,
  addUsage,
  type Message,
  noUsage,
  type SentCounts,
  type TurnError,
  type Usage,
} from '@slipstream/protocol';
import type { ModelAnswer, ModelRequest, ToolSpec } from '../model.ts';
import { toPromptMessage } from '../prompt.ts';
import type { CallOutcome } from '../run-call.ts';
import { toToolTexts } from '../tool-texts.ts';
import { type TurnDeps, type TurnInput, toEventBase } from '../turn-context.ts';
import { toRecordText } from './create-digest.ts';
import { fitPrompt, maxPastMessages } from './fit-prompt.ts';
import { createFolderRules } from './folder-rules.ts';
import { answerTokens, promptLimit } from './token-budget.ts';
import { attachedTokens, boundTokens, imageTokens, messageOverhead } from './token-counter.ts';
import {
  type Counted,
  type PastPart,
  promptTokens,
  type ResultPart,
  type TurnPrompt,
  toAnswerText,
  toPromptMessages,
  userTokens,
} from './turn-prompt.ts';

export type PromptKeeper = {
  /** Makes room where it is needed; yields what it did. Gives the error where there is no way. */
  fit(signal: AbortSignal): AsyncGenerator<AgentEvent, TurnError | null, void>;
  /** The next request, with lists of its own. */
  request(): ModelRequest;
  /** What of the conversation is in the next request. */
  counts(): SentCounts;
  /** What the user says while the turn runs. */
  say(text: string): Promise<void>;
  add(answer: ModelAnswer, outcomes: readonly CallOutcome[]): Promise<void>;
  /** The provider's own count of the last request. */
  learn(inputTokens: number): void;
  /** The provider refused the last request as too long: the next one has to be smaller. False where that was tried. */
  shrink(): boolean;
  /** What folding cost since it was asked for the last time. */
  takeUsage(): Usage;
};

/** Below this share of the limit a bound is enough. */
const plentyShare = 0.6;
const maxShrinks = 2;

export function createPromptKeeper(
  input: TurnInput,
  deps: TurnDeps,
  tools: readonly ToolSpec[],
): PromptKeeper {
  const { model, budget, limits } = deps;
  const { counter } = budget;
  const toolTexts = toToolTexts(tools);
  const prompt = toTurnPrompt(input, boundTokens(input.system) + toolTexts.boundTokens);
  const folderRules = createFolderRules(input.system, deps.nestedRules);
  let exact = false;
  let spent = noUsage;
  let ceiling = Number.POSITIVE_INFINITY;
  let shrinks = 0;

  const limit = () =>
    Math.min(ceiling, promptLimit(model.info, limits.maxOutputTokens, budget.ratio(model.info.id)));

  const countAll = async () => {
    exact = true;
    const parts = [
      ...(prompt.summary ? [prompt.summary] : []),
      ...(prompt.recalled ? [prompt.recalled] : []),
      prompt.user,
      ...prompt.steps.flatMap(({ results, said }) => [...results, ...said]),
    ];
    const past = prompt.past.map(({ text, record }) => text + record);
    const answers = prompt.steps.map(({ answer }) => toAnswerText(answer));
    const counts = await counter.count([
      input.system + toolTexts.json,
      ...parts.map(({ text }) => text),
      ...past,
      ...answers,
    ]);
    let next = 0;
    const take = () => counts[next++] ?? 0;
    prompt.fixedTokens = take();
    for (const part of parts) part.tokens = take() + attachedTokens(part.text) + shownTokens(part);
    for (const part of prompt.past) part.tokens = take() + attachedTokens(part.text);
    for (const step of prompt.steps) step.tokens = take();
  };

  return {
    async *fit(signal) {
      const plenty = promptTokens(prompt) <= limit() * plentyShare;
      if (!exact && plenty && prompt.past.length <= maxPastMessages) return null;
      if (!exact) await countAll();
      return yield* fitPrompt(
        prompt,
        limit(),
        {
          counter,
          ids: deps.ids,
          folders: deps.folders,
          base: toEventBase(input),
          window: model.info.contextWindow,
          onUsage(usage) {
            spent = addUsage(spent, usage);
          },
        },
        signal,
      );
    },
    request: () => ({
      system: input.system,
      messages: toPromptMessages(prompt),
      tools,
      maxOutputTokens: answerTokens(model.info, limits.maxOutputTokens),
    }),
    counts() {
      const results = prompt.steps.flatMap((step) => step.results);
      return {
        messages: prompt.past.length,
        summary: prompt.summary !== null,
        recalled: prompt.recalled !== null,
        results: results.length,
        shortened: results.filter(({ shortened }) => shortened).length,
        stepsFolded: prompt.stepsSummary !== null,
        ...(exact ? { tokens: promptTokens(prompt) } : {}),
      };
    },
    async say(text) {
      const [tokens = 0] = exact ? await counter.count([text]) : [boundTokens(text)];
      const last = prompt.steps.at(-1);
      if (last) last.said.push({ text, tokens });
      else
        prompt.user = {
          text: `${prompt.user.text}\n\n${text}`,
          tokens: prompt.user.tokens + tokens + messageOverhead,
        };
    },
    async add(answer, given) {
      const outcomes = await folderRules.withRules(answer.calls, given);
      const texts = [toAnswerText(answer), ...outcomes.map(({ text }) => text)];
      const [tokens = 0, ...counts] = exact ? await counter.count(texts) : texts.map(boundTokens);
      const { text, reasoning, calls } = answer;
      prompt.steps.push({
        answer: { role: 'assistant', text, reasoning, calls },
        tokens,
        results: outcomes.map((outcome, index) => ({
          ...outcome,
          tokens: (counts[index] ?? 0) + shownTokens(outcome),
          shortened: false,
        })),
        said: [],
      });
    },
    learn(inputTokens) {
      if (exact) budget.learn(model.info.id, promptTokens(prompt), inputTokens);
    },
    shrink() {
      const smaller = Math.floor(Math.min(limit(), promptTokens(prompt)) * 0.6);
      // Where nothing can be left out the provider's own words say more than ours.
      if (shrinks >= maxShrinks || smaller < prompt.fixedTokens + userTokens(prompt)) return false;
      shrinks += 1;
      ceiling = smaller;
      return true;
    },
    takeUsage() {
      const usage = spent;
      spent = noUsage;
      return usage;
    },
  };
}

/** What the images of a result take. */
function shownTokens(part: Counted | ResultPart | CallOutcome): number {
  const images = 'images' in part && !('shortened' in part && part.shortened) ? part.images : undefined;
  return (images?.length ?? 0) * imageTokens;
}

function toTurnPrompt(input: TurnInput, fixedTokens: number): TurnPrompt {
  const counted = (text: string) => ({ text, tokens: boundTokens(text) + attachedTokens(text) });
  return {
    fixedTokens,
    summary: input.summary ? counted(input.summary) : null,
    past: input.history.map((message) => toPastPart(message, input.undone)),
    recalled: input.recalled ? counted(input.recalled) : null,
    user: counted(input.text),
    stepsSummary: null,
    steps: [],
  };
}

export function toPastPart(message: Message, undone?: TurnInput['undone']): PastPart {
  const { role, text } = toPromptMessage(message, undone?.get(message.turnId));
  const record = toRecordText(message);
  return {
    id: message.id,
    role: role === 'assistant' ? 'assistant' : 'user',
    text,
    record,
    tokens: boundTokens(text + record) + attachedTokens(text),
  };
}
