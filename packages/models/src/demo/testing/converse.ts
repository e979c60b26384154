// Drives the demo model through one turn as the loop does: calls are answered by the given functions until it makes
// none. For the tests of its rules.
import type { Model, ModelAnswer, ModelChunk, PromptMessage, ToolSpec } from '@slipstream/agent';
import type { Json } from '@slipstream/protocol';
import { createDemoModel } from '../demo-model.ts';

export type ToolAnswers = Readonly<Record<string, (args: Json) => string>>;

export function toSpecs(names: readonly string[]): ToolSpec[] {
  return names.map((name) => ({ name, description: `The tool ${name}.`, parameters: { type: 'object' } }));
}

/** The answers of a turn, in order. `tools` are offered and answer their calls. */
export async function converse(
  text: string,
  tools: ToolAnswers = {},
  model: Model = createDemoModel({ delayMs: 0 }),
): Promise<ModelAnswer[]> {
  const answers: ModelAnswer[] = [];
  const messages: PromptMessage[] = [
    { role: 'user', text: 'an earlier question' },
    { role: 'assistant', text: 'an earlier answer', reasoning: '', calls: [] },
    { role: 'user', text },
  ];
  for (;;) {
    const request = {
      system: 'You are a test.',
      messages: [...messages],
      tools: toSpecs(Object.keys(tools)),
      maxOutputTokens: 8192,
    };
    const chunks = await readAll(model.stream(request, new AbortController().signal));
    const answer = toAnswer(chunks);
    answers.push(answer);
    if (answer.calls.length === 0) return answers;
    if (answers.length > 10) throw new Error('The demo model does not come to an end.');
    messages.push({ role: 'assistant', text: answer.text, reasoning: answer.reasoning, calls: answer.calls });
    for (const { id, name, args } of answer.calls)
      messages.push({ role: 'tool', callId: id, name, text: tools[name]?.(args ?? {}) ?? '' });
  }
}

export async function readAll(stream: AsyncIterable<readonly ModelChunk[]>): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = [];
  for await (const batch of stream) chunks.push(...batch);
  return chunks;
}

export function toAnswer(chunks: readonly ModelChunk[]): ModelAnswer {
  const last = chunks.at(-1);
  if (last?.type !== 'end') throw new Error('The stream has no end.');
  return last.answer;
}
