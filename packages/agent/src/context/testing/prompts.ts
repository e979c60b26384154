// Prompts of every shape, and fitting them, for tests.
import type { AgentEvent, TurnError } from '@slipstream/protocol';
import { createScriptedModel, createSequentialIds, sequentialId } from '@slipstream/testkit/fakes';
import { estimateTokens } from '../../estimate-tokens.ts';
import type { PromptMessage } from '../../model.ts';
import { type FitDeps, fitPrompt } from '../fit-prompt.ts';
import { messageOverhead, roughCounter } from '../token-counter.ts';
import { type TurnPrompt, toAnswerText, toPromptMessages } from '../turn-prompt.ts';

export const counted = (text: string) => ({ text, tokens: estimateTokens(text) });

export function toDeps(more: Partial<FitDeps> = {}): FitDeps {
  return {
    counter: roughCounter,
    ids: createSequentialIds(),
    folders: [createScriptedModel(() => 'A summary.')],
    base: { turnId: sequentialId(1, 9) },
    window: 1000,
    onUsage: () => undefined,
    ...more,
  };
}

export function toPrompt(more: Partial<TurnPrompt> = {}): TurnPrompt {
  return {
    fixedTokens: 100,
    summary: null,
    past: [],
    recalled: null,
    user: counted('the last word'),
    stepsSummary: null,
    steps: [],
    ...more,
  };
}

export const aPast = (count: number, text: string): TurnPrompt['past'] =>
  Array.from({ length: count }, (_, n) => ({
    ...counted(`${text} ${n}`),
    id: sequentialId(n + 1, 5),
    role: n % 2 === 0 ? 'user' : 'assistant',
    record: '',
  }));

export const aStep = (n: number, outputs: string[], text = ''): TurnPrompt['steps'][number] => {
  const answer = {
    role: 'assistant' as const,
    text,
    reasoning: '',
    calls: outputs.map((_, i) => ({ id: `c${n}_${i}`, name: 'look', args: {}, argsText: '{}' })),
  };
  return {
    answer,
    tokens: estimateTokens(toAnswerText(answer)),
    results: outputs.map((output, i) => ({
      ...counted(output),
      callId: `c${n}_${i}`,
      name: 'look',
      shortened: false,
    })),
    said: [],
  };
};

export async function fit(prompt: TurnPrompt, limit: number, deps = toDeps()) {
  const events: AgentEvent[] = [];
  const run = fitPrompt(prompt, limit, deps, new AbortController().signal);
  for (;;) {
    const { done, value } = await run.next();
    if (done) return { events, error: value satisfies TurnError | null };
    events.push(value);
  }
}

/** Counted anew from what is sent, not from what the parts say. */
export function sentTokens(prompt: TurnPrompt): number {
  const textOf = (message: PromptMessage) =>
    message.role === 'assistant' ? toAnswerText(message) : message.text;
  return toPromptMessages(prompt).reduce(
    (sum, message) => sum + estimateTokens(textOf(message)) + messageOverhead,
    prompt.fixedTokens,
  );
}

export const how = (events: readonly AgentEvent[]) =>
  events.map((event) => (event.type === 'context.compacted' ? event.how : event.type));
