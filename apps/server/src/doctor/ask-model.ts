// One small question to a model through the Model port, with a limit in time, and what came of it.
import type { Clock, Model, ModelAnswer, ModelRequest, PromptMessage, ToolSpec } from '@slipstream/agent';

export type Question = {
  messages: readonly PromptMessage[];
  tools?: readonly ToolSpec[];
  maxOutputTokens?: number;
  unstreamed?: boolean;
};

export type Asked = {
  /** Null where it did not end in time. */
  answer: ModelAnswer | null;
  /** What the client had to do otherwise, as it said so. */
  lessons: string[];
  /** The client had to leave the tools out. */
  withoutTools: boolean;
  /** Batches in which text or reasoning came. */
  pieces: number;
};

export type Asker = { model: Model; clock: Clock; limitMs: number };

const system = 'You are being tested. Do exactly what is asked, as briefly as possible.';
/** Thinking models need room before they say anything. */
const roomToThink = 4096;

export function toRequest(question: Question): ModelRequest {
  const { messages, tools = [], maxOutputTokens = roomToThink, unstreamed = false } = question;
  return { system, messages, tools, maxOutputTokens, unstreamed };
}

export async function askModel({ model, clock, limitMs }: Asker, question: Question): Promise<Asked> {
  const stop = new AbortController();
  const cancel = clock.after(limitMs, () => stop.abort(new Error('The time for one question is over.')));
  const asked: Asked = { answer: null, lessons: [], withoutTools: false, pieces: 0 };
  try {
    for await (const batch of model.stream(toRequest(question), stop.signal)) {
      for (const chunk of batch) {
        if (chunk.type === 'notice') {
          asked.lessons.push(chunk.text);
          asked.withoutTools ||= chunk.code === 'model_without_tools';
        }
        if (chunk.type === 'end') asked.answer = chunk.answer;
      }
      if (batch.some(({ type }) => type === 'text' || type === 'reasoning')) asked.pieces += 1;
    }
  } catch (thrown) {
    if (!stop.signal.aborted) throw thrown;
  } finally {
    cancel();
  }
  return asked;
}

export const user = (text: string): PromptMessage => ({ role: 'user', text });

/** Why there is no answer to go by. */
export function whyNot({ answer, lessons }: Asked): string {
  const why = answer
    ? (answer.failure?.message ?? `It answered with nothing (${answer.finish}).`)
    : 'It did not answer in time.';
  return [...lessons, why].join(' ');
}
