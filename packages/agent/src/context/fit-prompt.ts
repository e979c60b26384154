// Brings a prompt down to what the model's window has room for, before each call, in one fixed order: shorten what
// tools gave in this turn, fold older messages into a summary, then drop what is oldest of the folded. What can be
// neither is named in one error. Each pass makes the prompt smaller or is the last one, so that it always ends.
import type { AgentEvent, TurnError, Usage } from '@slipstream/protocol';
import type { Ids } from '../clock.ts';
import type { Model } from '../model.ts';
import type { EventBase } from '../turn-context.ts';
import { planNewestShortening, planShortening, type Shortening } from './shorten-outputs.ts';
import { type FoldPart, summarize } from './summarize.ts';
import { boundTokens, messageOverhead, type TokenCounter } from './token-counter.ts';
import {
  type Counted,
  promptTokens,
  type StepPart,
  stepTokens,
  type TurnPrompt,
  takeSteps,
  userTokens,
  wrapOverhead,
} from './turn-prompt.ts';

export type FitDeps = {
  counter: TokenCounter;
  ids: Ids;
  /** Who folds, in this order. */
  folders: readonly Model[];
  base: EventBase;
  /** The model's whole window, for the words of the error. */
  window: number;
  /** Called with what folding cost. */
  onUsage(usage: Usage): void;
};

/** More messages than this are folded even where they would fit: what a turn costs does not grow with its session. */
export const maxPastMessages = 150;
const keptPastMessages = 70;

/**
 * Changes `prompt` until it has at most `limit` tokens. Yields one `context.compacted` for each thing that it did.
 * Gives the error where the rest is too large. Rejects only with the signal's reason.
 */
export async function* fitPrompt(
  prompt: TurnPrompt,
  limit: number,
  deps: FitDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, TurnError | null, void> {
  const needed = prompt.fixedTokens + userTokens(prompt);
  if (needed > limit) return toOverfull(prompt, limit, deps.window);
  if (promptTokens(prompt) <= limit && prompt.past.length <= maxPastMessages) return null;

  yield* shortenOutputs(prompt, planShortening(prompt, limit, limit * 0.75), deps);
  if (promptTokens(prompt) > limit || prompt.past.length > maxPastMessages)
    yield* foldPast(prompt, limit, deps, signal);
  if (promptTokens(prompt) > limit) yield* foldSteps(prompt, limit, deps, signal);
  yield* shortenOutputs(prompt, planNewestShortening(prompt, limit), deps);
  if (promptTokens(prompt) > limit) yield* drop(prompt, limit, deps);
  return null;
}

async function* shortenOutputs(
  prompt: TurnPrompt,
  plan: readonly Shortening[],
  deps: FitDeps,
): AsyncGenerator<AgentEvent, void, void> {
  if (plan.length === 0) return;
  const before = promptTokens(prompt);
  const counts = await deps.counter.count(plan.map(({ text }) => text));
  for (const [index, { step, result, text }] of plan.entries()) {
    const part = prompt.steps[step]?.results[result];
    if (part) Object.assign(part, { text, tokens: counts[index] ?? part.tokens, shortened: true });
  }
  yield {
    type: 'context.compacted',
    ...deps.base,
    how: 'shortened',
    beforeTokens: before,
    afterTokens: promptTokens(prompt),
    messages: 0,
    outputs: plan.length,
  };
}

/** The newest messages stay whole as far as a third of the room goes. */
async function* foldPast(
  prompt: TurnPrompt,
  limit: number,
  deps: FitDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void, void> {
  const maxTokens = summaryTokens(limit);
  const others =
    promptTokens({ ...prompt, summary: null, past: [] }) + maxTokens + wrapOverhead + messageOverhead;
  const room = Math.min(limit * 0.35, limit - others);
  let kept = 0;
  let tokens = 0;
  for (const part of prompt.past.toReversed()) {
    tokens += part.tokens + messageOverhead;
    if (tokens > room || kept >= keptPastMessages) break;
    kept += 1;
  }
  // An answer stays with its question.
  while (kept > 0 && prompt.past[prompt.past.length - kept]?.role === 'assistant') kept -= 1;
  const folded = prompt.past.slice(0, prompt.past.length - kept);
  const last = folded.at(-1);
  const maxFolded = worthwhile(
    prompt.summary,
    folded.reduce((sum, part) => sum + part.tokens + messageOverhead, 0),
    maxTokens,
  );
  if (!last || maxFolded === 0) return;
  const before = promptTokens(prompt);
  const parts = folded.map((part) => ({
    who: part.role,
    text: part.record === '' ? part.text : `${part.text}\n${part.record}`,
    tokens: part.tokens,
  }));
  prompt.summary = await fold(prompt.summary, parts, maxFolded, deps, signal);
  prompt.past = prompt.past.slice(folded.length);
  yield {
    type: 'context.compacted',
    ...deps.base,
    how: 'folded',
    beforeTokens: before,
    afterTokens: promptTokens(prompt),
    messages: folded.length,
    summary: prompt.summary.text,
    compactionId: deps.ids.next(),
    throughId: last.id,
  };
}

/** Earlier steps of a long turn: what they found goes into a summary under the user's message. */
async function* foldSteps(
  prompt: TurnPrompt,
  limit: number,
  deps: FitDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void, void> {
  if (prompt.steps.length < 2) return;
  const maxTokens = summaryTokens(limit);
  const others =
    promptTokens({ ...prompt, stepsSummary: null, steps: [] }) + maxTokens + wrapOverhead + messageOverhead;
  let kept = 0;
  let tokens = 0;
  for (const step of prompt.steps.toReversed()) {
    tokens += stepTokens(step);
    if (kept > 0 && tokens > (limit - others) / 2) break;
    kept += 1;
  }
  const folded = prompt.steps.slice(0, prompt.steps.length - kept);
  const maxFolded = worthwhile(
    prompt.stepsSummary,
    // What the user said among them stays.
    folded.reduce((sum, step) => sum + stepTokens({ ...step, said: [] }), 0),
    maxTokens,
  );
  if (maxFolded === 0) return;
  const before = promptTokens(prompt);
  const parts = folded.flatMap(toFoldParts);
  prompt.stepsSummary = await fold(prompt.stepsSummary, parts, maxFolded, deps, signal);
  takeSteps(prompt, folded.length);
  yield {
    type: 'context.compacted',
    ...deps.base,
    how: 'folded',
    beforeTokens: before,
    afterTokens: promptTokens(prompt),
    messages: 0,
    outputs: folded.reduce((sum, step) => sum + step.results.length, 0),
    summary: prompt.stepsSummary.text,
  };
}

/** The last resort, in order: what memory gave, the oldest of the summaries, the messages, the steps. */
async function* drop(
  prompt: TurnPrompt,
  limit: number,
  deps: FitDeps,
): AsyncGenerator<AgentEvent, void, void> {
  const before = promptTokens(prompt);
  const over = () => promptTokens(prompt) - limit;
  let messages = 0;
  prompt.recalled = null;
  if (over() > 0) prompt.summary = await cutOldest(prompt.summary, over(), deps.counter);
  if (over() > 0) prompt.stepsSummary = await cutOldest(prompt.stepsSummary, over(), deps.counter);
  while (over() > 0 && prompt.past.length > 0) {
    prompt.past.shift();
    messages += 1;
  }
  if (over() > 0 && prompt.steps.length > 0) {
    while (over() > 0 && prompt.steps.length > 0) takeSteps(prompt, 1);
    const note = { text: stepsLeftOut, tokens: boundTokens(stepsLeftOut) };
    const noted = { ...prompt, stepsSummary: note };
    if (!prompt.stepsSummary && promptTokens(noted) <= limit) prompt.stepsSummary = note;
  }
  yield {
    type: 'context.compacted',
    ...deps.base,
    how: 'dropped',
    beforeTokens: before,
    afterTokens: promptTokens(prompt),
    messages,
  };
}

const stepsLeftOut = 'What the earlier steps gave did not fit and was left out.';

/** The end of a summary that is `over` tokens smaller; null where nothing worth keeping is left. */
async function cutOldest(part: Counted | null, over: number, counter: TokenCounter): Promise<Counted | null> {
  if (!part || part.tokens - over < 50) return null;
  const chars = Math.floor((part.text.length * (part.tokens - over) * 0.9) / part.tokens);
  const text = part.text.slice(-Math.max(1, chars)).toWellFormed();
  const [tokens = part.tokens] = await counter.count([text]);
  return tokens <= part.tokens - over ? { text, tokens } : null;
}

/** A summary that a model made longer than it was told to is cut at its end. */
async function fold(
  before: Counted | null,
  parts: readonly FoldPart[],
  maxTokens: number,
  deps: FitDeps,
  signal: AbortSignal,
): Promise<Counted> {
  const input = { before: before?.text ?? null, parts, maxTokens, models: deps.folders };
  const { text, usage } = await summarize(input, signal);
  deps.onUsage(usage);
  const [tokens = boundTokens(text)] = await deps.counter.count([text]);
  if (tokens <= maxTokens) return { text, tokens };
  const short = text.slice(0, Math.floor((text.length * maxTokens * 0.9) / tokens)).toWellFormed();
  const [counted = boundTokens(short)] = await deps.counter.count([short]);
  return { text: short, tokens: counted };
}

/** How long a summary may be so that folding makes the prompt smaller; 0 where it would not be worth it. */
function worthwhile(earlier: Counted | null, foldedTokens: number, maxTokens: number): number {
  const replaced = foldedTokens + (earlier ? earlier.tokens : -wrapOverhead - messageOverhead);
  const allowed = Math.min(maxTokens, Math.floor(replaced * 0.6));
  return allowed < minSummary ? 0 : allowed;
}

const minSummary = 32;

export function summaryTokens(limit: number): number {
  return Math.max(64, Math.min(2000, Math.floor(limit * 0.12)));
}

function toFoldParts({ answer, results }: StepPart): FoldPart[] {
  const calls = answer.calls.map(({ name, argsText }) => `${name} ${argsText.slice(0, 400)}`).join('\n');
  const said = [answer.text, calls].filter((text) => text !== '').join('\n');
  return [
    { who: 'you', text: said.toWellFormed(), tokens: boundTokens(said) },
    ...results.map(({ name, text, tokens }) => ({ who: `result of ${name}`, text, tokens })),
  ];
}

function toOverfull(prompt: TurnPrompt, limit: number, window: number): TurnError {
  const message =
    `The model’s window has ${window} tokens, and there is room for ${Math.max(0, Math.floor(limit))} once its answer is counted. ` +
    `The instructions and tools take ${prompt.fixedTokens}, your message takes ${userTokens(prompt)}; neither can be shortened. ` +
    'Send a shorter message, shorten the files of the workspace that go into every prompt, or choose a model with a larger window.';
  return { kind: 'context_length', message, retryable: false };
}
