// What one turn sends: the conversation before it, the user's message, and the turn's own calls and results. Kept as
// parts whose tokens are known, so that they can be shortened and folded; rendered to messages whose roles alternate.
import type { ModelAnswer, ModelToolCall, PromptImage, PromptMessage } from '../model.ts';
import { messageOverhead } from './token-counter.ts';

export type Counted = { text: string; tokens: number };

/** A message of the conversation before this turn, as the model sees it. */
export type PastPart = Counted & {
  id: string;
  role: 'user' | 'assistant';
  /** What the program says of an answer's work; it is in the user's next message, so that no model takes it for its own words. */
  record: string;
};

/** `images` are seen until the result is shortened. */
export type ResultPart = Counted & {
  callId: string;
  name: string;
  shortened: boolean;
  images?: readonly PromptImage[];
};

/** One answer with calls, and what they gave. `tokens` is the answer's, its calls' and its reasoning's. */
export type StepPart = {
  answer: Extract<PromptMessage, { role: 'assistant' }>;
  tokens: number;
  results: ResultPart[];
  /** What the user said after it, while the turn ran. */
  said: Counted[];
};

export type TurnPrompt = {
  /** The system text and the tools: what can be neither shortened nor folded. */
  fixedTokens: number;
  /** What older messages were folded into, without the tags around it. */
  summary: Counted | null;
  past: PastPart[];
  /** What was found for this message, in memory; the first to go. */
  recalled: Counted | null;
  user: Counted;
  /** What earlier steps of this turn were folded into. */
  stepsSummary: Counted | null;
  steps: StepPart[];
};

/** What the tags and the note around a summary take. */
export const wrapOverhead = 60;

export function promptTokens(prompt: TurnPrompt): number {
  const part = (counted: Counted | null) => (counted ? counted.tokens + messageOverhead : 0);
  const wrapped = (counted: Counted | null) => (counted ? part(counted) + wrapOverhead : 0);
  let sum = prompt.fixedTokens + wrapped(prompt.summary) + part(prompt.recalled) + part(prompt.user);
  sum += wrapped(prompt.stepsSummary);
  for (const each of prompt.past) sum += part(each);
  for (const step of prompt.steps) sum += stepTokens(step);
  return sum;
}

export function stepTokens(step: StepPart): number {
  return [...step.results, ...step.said].reduce(
    (sum, part) => sum + part.tokens + messageOverhead,
    step.tokens + messageOverhead,
  );
}

/** All that counts of an answer: providers take calls, and some the reasoning, back as text. */
export function toAnswerText(answer: Pick<ModelAnswer, 'text' | 'reasoning' | 'calls'>): string {
  return [answer.text, answer.reasoning, ...answer.calls.map(callText)]
    .filter((text) => text !== '')
    .join('\n');
}

function callText(call: ModelToolCall): string {
  return `${call.id} ${call.name} ${call.argsText}`;
}

/** What the user said to this turn: it is always sent. */
export function userTokens(prompt: TurnPrompt): number {
  return [prompt.user, ...prompt.steps.flatMap(({ said }) => said)].reduce(
    (sum, { tokens }) => sum + tokens + messageOverhead,
    0,
  );
}

/** Takes the oldest steps out. What the user said among them stays, after their first message. */
export function takeSteps(prompt: TurnPrompt, count: number): StepPart[] {
  const taken = prompt.steps.slice(0, count);
  for (const { text, tokens } of taken.flatMap(({ said }) => said))
    prompt.user = {
      text: `${prompt.user.text}\n\n${text}`,
      tokens: prompt.user.tokens + tokens + messageOverhead,
    };
  prompt.steps = prompt.steps.slice(count);
  return taken;
}

/**
 * The messages as they are sent. Texts of the program stand in the user's messages under tags of their own; the
 * neighbours of one role are one message, the first is a user's, and every call has its result right after it.
 */
export function toPromptMessages(prompt: TurnPrompt): PromptMessage[] {
  const messages: PromptMessage[] = [];
  const add = (role: 'user' | 'assistant', text: string) => {
    const last = messages.at(-1);
    if (last?.role === role) last.text = `${last.text}\n\n${text}`;
    else if (role === 'user') messages.push({ role, text });
    else messages.push({ role, text, reasoning: '', calls: [] });
  };
  if (prompt.summary) add('user', wrap('summary', summaryNote, prompt.summary.text));
  for (const { role, text, record } of prompt.past) {
    if (messages.length === 0 && role === 'assistant') add('user', answerWithoutQuestion);
    add(role, text);
    if (record !== '') add('user', record);
  }
  if (prompt.recalled) add('user', prompt.recalled.text);
  add('user', prompt.user.text);
  if (prompt.stepsSummary) add('user', wrap('steps', stepsNote, prompt.stepsSummary.text));
  const seen = newestImages(prompt);
  for (const { answer, results, said } of prompt.steps) {
    // An answer that says nothing and asks for nothing is no message.
    if (answer.calls.length > 0) messages.push({ ...answer, calls: [...answer.calls] });
    else if (answer.text.trim() !== '') add('assistant', answer.text);
    for (const { callId, name, text } of results) messages.push({ role: 'tool', callId, name, text });
    // Few providers take images in a result, all that see take them in a user's message.
    const images = results.filter((result) => seen.has(result)).flatMap(({ images = [] }) => images);
    if (images.length > 0) messages.push({ role: 'user', text: imagesNote, images });
    for (const { text } of said) add('user', text);
  }
  return messages;
}

const imagesNote = '<slipstream_note>The images of these results, in their order.</slipstream_note>';
/** How many images of results a request carries, at least those of the newest. */
const maxImages = 8;

function newestImages({ steps }: TurnPrompt): ReadonlySet<ResultPart> {
  const seen = new Set<ResultPart>();
  let count = 0;
  for (const result of steps.flatMap(({ results }) => results).toReversed()) {
    if (result.shortened || !result.images) continue;
    if (seen.size > 0 && count + result.images.length > maxImages) break;
    seen.add(result);
    count += result.images.length;
  }
  return seen;
}

const answerWithoutQuestion =
  '<slipstream_note>The message before this answer was left out.</slipstream_note>';

const summaryNote =
  'What was said before, folded by the program to make room; the messages themselves are not shown.';
const stepsNote =
  'What you have done in this turn so far, folded by the program to make room. Do not do it again.';

/** A text of the program. It cannot be ended by what is in it. */
export function wrap(tag: string, note: string, text: string): string {
  const safe = text.replaceAll('</slipstream_', '<\\/slipstream_');
  return `<slipstream_${tag}>\n[${note}]\n${safe}\n</slipstream_${tag}>`;
}
