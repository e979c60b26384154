// Reads a model's stream to its end, keeping every batch, and checks what every stream promises.
import type { Model, ModelAnswer, ModelChunk, ModelRequest } from '@slipstream/agent';
import type { ModelInfo } from '@slipstream/protocol';
import { expect } from 'vitest';

export const plainRequest: ModelRequest = {
  system: 'You are terse.',
  messages: [{ role: 'user', text: 'Go.' }],
  tools: [{ name: 'stat', description: 'Looks at a path.', parameters: { type: 'object', properties: {} } }],
  maxOutputTokens: 1000,
};

export const plainInfo: ModelInfo = {
  id: 'm',
  label: 'm',
  provider: 'p',
  contextWindow: 128_000,
  vision: false,
  reasoning: false,
  demo: false,
};

export type Collected = { answer: ModelAnswer; chunks: ModelChunk[]; batches: number };

export async function collectAnswer(
  model: Model,
  request: ModelRequest = plainRequest,
  /** Called after each batch with the text so far. */
  onBatch: (text: string) => void = () => undefined,
): Promise<Collected> {
  const chunks: ModelChunk[] = [];
  let batches = 0;
  for await (const batch of model.stream(request, new AbortController().signal)) {
    expect(batch.length).toBeGreaterThan(0);
    chunks.push(...batch);
    batches += 1;
    onBatch(chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join(''));
  }
  const last = chunks.at(-1);
  if (last?.type !== 'end') throw new Error('The stream had no end.');
  expectWholeStream(chunks, last.answer);
  return { answer: last.answer, chunks, batches };
}

/** One `end`, the last; joined deltas and previews are the answer's; a failure exactly where it says error. */
export function expectWholeStream(chunks: readonly ModelChunk[], answer: ModelAnswer): void {
  expect(chunks.filter((chunk) => chunk.type === 'end')).toHaveLength(1);
  const joined = (type: 'text' | 'reasoning') =>
    chunks.map((chunk) => (chunk.type === type ? chunk.text : '')).join('');
  expect(joined('text')).toBe(answer.text);
  expect(joined('reasoning')).toBe(answer.reasoning);
  expect(answer.failure !== null).toBe(answer.finish === 'error');
  const ids = answer.calls.map((call) => call.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain('');
  const previews = new Map<string, string>();
  for (const chunk of chunks)
    if (chunk.type === 'tool_call') previews.set(chunk.id, (previews.get(chunk.id) ?? '') + chunk.text);
  for (const call of answer.calls) if (call.name !== '') expect(previews.get(call.id)).toBe(call.argsText);
  for (const id of previews.keys()) expect(ids).toContain(id);
}
