// Makes room inside a turn by shortening what tools gave, the oldest first. Pure. The whole of every output stays in
// the trajectory, and what is left says how to read it again.
import type { ResultPart, TurnPrompt } from './turn-prompt.ts';
import { promptTokens } from './turn-prompt.ts';

export const readOutputName = 'read_output';

/** What is not worth shortening, in tokens. */
const smallOutput = 256;
const keptChars = 400;
/** The results of this many newest steps are what the model is working with. */
const recentSteps = 1;

export type Shortening = { step: number; result: number; text: string };

/**
 * What to shorten so that the prompt comes down to `target` tokens, or as far as that goes. Results of the newest
 * step are left alone while `limit` can be met without, and then keep an even share.
 */
export function planShortening(prompt: TurnPrompt, limit: number, target: number): Shortening[] {
  const plan: Shortening[] = [];
  let tokens = promptTokens(prompt);
  if (tokens <= limit) return plan;
  const older = prompt.steps.length - recentSteps;
  for (let step = 0; step < older && tokens > target; step += 1)
    for (const [index, result] of (prompt.steps[step]?.results ?? []).entries()) {
      if (tokens <= target) break;
      if (!isWorthIt(result)) continue;
      const text = shorten(result, keptChars);
      tokens -= result.tokens - share(result, text);
      plan.push({ step, result: index, text });
    }
  return plan;
}

/** The same for the newest step, as far as `limit` needs it: the largest results first, each to an even share. */
export function planNewestShortening(prompt: TurnPrompt, limit: number): Shortening[] {
  const step = prompt.steps.length - 1;
  const results = prompt.steps[step]?.results ?? [];
  const over = promptTokens(prompt) - limit;
  if (over <= 0 || results.length === 0) return [];
  const total = results.reduce((sum, result) => sum + result.tokens, 0);
  const allowed = Math.max(0, total - over) / results.length;
  return results.flatMap((result, index) => {
    if (result.tokens <= allowed || result.tokens <= 40) return [];
    const chars = Math.floor((result.text.length * allowed * 0.8) / Math.max(1, result.tokens)) - 200;
    const text = shorten(result, Math.max(0, chars));
    return text.length < result.text.length ? [{ step, result: index, text }] : [];
  });
}

function isWorthIt(result: ResultPart): boolean {
  return !result.shortened && result.tokens > smallOutput && result.text.length > keptChars * 2;
}

function share(result: ResultPart, text: string): number {
  return Math.ceil((result.tokens * text.length) / result.text.length);
}

function shorten({ text, callId }: ResultPart, chars: number): string {
  const head = cut(text, 0, Math.ceil((chars * 2) / 3));
  const tail = cut(text, text.length - Math.floor(chars / 3), text.length);
  const marker = `[Shortened to make room: this output has ${text.length} characters. ${readOutputName} with call_id ${JSON.stringify(callId)} gives it again, page by page.]`;
  return [head, marker, tail].filter((part) => part !== '').join('\n');
}

/** Without half a surrogate pair at either end. */
function cut(text: string, start: number, end: number): string {
  const isLow = (at: number) => at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return text.slice(isLow(start) ? start + 1 : start, isLow(end) && end > start ? end - 1 : end);
}
