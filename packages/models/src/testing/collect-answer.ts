// Reads a model's stream to its end, keeping every batch, and checks what every stream promises.
import type { Model, ModelAnswer, ModelChunk, ModelRequest } from '@slipstream/agent';
import type { ModelInfo } from '@slipstream/protocol';
import { expect } from 'vitest';
import { findFault } from './find-fault.ts';

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

/** What `findFault` says of it is nothing. */
export function expectWholeStream(chunks: readonly ModelChunk[], answer: ModelAnswer): void {
  expect(findFault(chunks, answer)).toBeUndefined();
}
