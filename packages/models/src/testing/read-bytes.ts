// Reads bytes into an answer without a network, for tests that try very many of them.
import type { ModelAnswer, ModelChunk } from '@slipstream/agent';
import { toFailure } from '../failure/failure-message.ts';
import { type BodyEnd, createAnswerReader } from '../stream/read-answer.ts';

const target = {
  host: 'api.example.com',
  model: 'm',
  keyName: 'OPENAI_API_KEY',
  urlName: 'OPENAI_BASE_URL',
  hasKey: true,
  idleTimeoutMs: 120_000,
};

/** What the pieces give, each of them one network read. Made ids are `made1`, `made2`… */
export function readBytes(
  pieces: readonly Uint8Array[],
  why: BodyEnd = 'ended',
): { answer: ModelAnswer; chunks: ModelChunk[] } {
  let made = 0;
  const reader = createAnswerReader(() => {
    made += 1;
    return `made${made}`;
  });
  const chunks: ModelChunk[] = [];
  for (const piece of pieces) {
    reader.push(piece);
    chunks.push(...reader.take());
  }
  const { answer: read, problem } = reader.end(why);
  const answer = { ...read, failure: problem ? toFailure(problem, target, (text) => text) : null };
  chunks.push(...reader.take(), { type: 'end', answer });
  return { answer, chunks };
}

/** A body of events, each of the values as JSON on a data line of its own. */
export function toSse(...values: unknown[]): Buffer {
  return Buffer.from(
    values.map((value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join(''),
  );
}

/** A chunk with this delta. */
export function delta(fields: Record<string, unknown>, finish: string | null = null): unknown {
  return { choices: [{ index: 0, delta: fields, finish_reason: finish }] };
}
