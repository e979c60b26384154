// Adds up what a scripted model has streamed to the ModelAnswer of its `end` chunk.
import type { ModelAnswer, ModelChunk, ModelFailure, ModelToolCall } from '@slipstream/agent';
import type { Json } from '@slipstream/protocol';
import { assertNever } from '@slipstream/protocol';
import type { ReplyStep } from './reply.ts';

export type AnswerBuilder = {
  /** Takes a step in, and gives its chunks in the order in which they are to be sent. */
  take(step: ReplyStep): ModelChunk[];
  end(failure?: ModelFailure): ModelAnswer;
};

/** `callId` gives the id of the n-th call (from 1) that has none of its own. */
export function createAnswerBuilder(callId: (n: number) => string): AnswerBuilder {
  const answer = { text: '', reasoning: '', calls: [] as ModelToolCall[] };
  let usage: ModelAnswer['usage'] = null;
  let finish: ModelAnswer['finish'] | undefined;

  return {
    take(step) {
      switch (step.step) {
        case 'text':
          answer.text += step.pieces.join('');
          return step.pieces.map((text) => ({ type: 'text', text }));
        case 'reasoning':
          answer.reasoning += step.pieces.join('');
          return step.pieces.map((text) => ({ type: 'reasoning', text }));
        case 'tool_call': {
          const { name } = step;
          const id = step.id ?? callId(answer.calls.length + 1);
          const argsText = step.fragments.join('');
          answer.calls.push({ id, name, args: parseArgs(argsText), argsText });
          return step.fragments.map((text) => ({ type: 'tool_call', id, name, text }));
        }
        case 'usage':
          usage = step.usage;
          return [];
        case 'finish':
          finish = step.reason;
          return [];
        case 'gate':
        case 'hang':
          return [];
        default:
          return assertNever(step);
      }
    },
    end: (failure) => ({
      ...answer,
      finish: failure ? 'error' : (finish ?? (answer.calls.length > 0 ? 'tool_calls' : 'stop')),
      usage,
      failure: failure ?? null,
    }),
  };
}

function parseArgs(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}
