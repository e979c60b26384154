// What the doctor asks besides chatting, in order: tools, a prompt that is too long, a stop. Each tells what works and
// what it means for the agent where it does not. Through the Model port: what counts is what our own client makes of
// the endpoint.
import type { ModelAnswer, ModelToolCall, PromptMessage, ToolSpec } from '@slipstream/agent';
import type { Json } from '@slipstream/protocol';
import { type Asker, askModel, toRequest, user, whyNot } from './ask-model.ts';
import { type Finding, worked } from './finding.ts';

const weather: ToolSpec = {
  name: 'get_weather',
  description: 'Tells the weather in one city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

export async function probeTools(asker: Asker): Promise<Finding[]> {
  const question = user('Call get_weather for Paris, then tell me what it said.');
  const asked = await askModel(asker, { messages: [question], tools: [weather] });
  const { answer } = asked;
  const name = 'tool call';
  if (!answer || answer.failure) return [{ name, result: 'fails', words: whyNot(asked) }];
  const [call] = answer.calls;
  if (asked.withoutTools) return [{ name, result: 'fails', words: asked.lessons.join(' ') }];
  if (!call)
    return [
      {
        name,
        result: 'fails',
        words: `${asked.lessons.join(' ')} It called no tool: it can talk, but the agent cannot act.`.trim(),
      },
    ];
  if (!isWeatherCall(call))
    return [
      { name, result: 'fails', words: 'The arguments of its call cannot be read: tools will fail often.' },
    ];
  const back = await askModel(asker, { messages: [question, ...afterCalls(answer)], tools: [weather] });
  const returned: Finding =
    back.answer && !back.answer.failure
      ? worked('tool result', '', back.lessons)
      : { name: 'tool result', result: 'fails', words: `It does not take results back. ${whyNot(back)}` };
  return [worked(name, '', asked.lessons), returned];
}

export async function probeParallel(asker: Asker): Promise<Finding> {
  const name = 'two calls at once';
  const question = user('Call get_weather for Paris and for Rome, both calls in one answer.');
  const asked = await askModel(asker, { messages: [question], tools: [weather] });
  const { answer } = asked;
  if (!answer || answer.failure) return { name, result: 'fails', words: whyNot(asked) };
  const calls = answer.calls.filter(isWeatherCall);
  if (calls.length >= 2) return worked(name, '', asked.lessons);
  if (calls.length === 0) return { name, result: 'limited', words: 'It made none here.' };
  return { name, result: 'limited', words: 'It makes one call at a time: work takes more steps.' };
}

export async function probeLongPrompt(asker: Asker): Promise<Finding> {
  const name = 'too long a prompt';
  const { contextWindow } = asker.model.info;
  // "word " is one token nearly everywhere.
  const text = 'word '.repeat(Math.min(Math.ceil(contextWindow * 1.1), longestPrompt));
  const asked = await askModel(asker, { messages: [user(text)], maxOutputTokens: 16 });
  const { failure } = asked.answer ?? {};
  if (failure?.kind === 'context_length') return worked(name, 'It is refused and told as that.');
  if (failure)
    return {
      name,
      result: 'limited',
      words: `It ends in another error (${failure.kind}): ${failure.message}`,
    };
  if (!asked.answer) return { name, result: 'limited', words: 'It gets no answer in time.' };
  return {
    name,
    result: 'limited',
    words: `About ${contextWindow} tokens were taken without an error: the window is larger than that, or the beginning is cut off unseen.`,
  };
}

const longestPrompt = 2_000_000;

export async function probeAbort({ model, clock, limitMs }: Asker): Promise<Finding> {
  const name = 'stop';
  const stop = new AbortController();
  const cancel = clock.after(limitMs, () => stop.abort());
  let stoppedAt: number | undefined;
  try {
    const question = toRequest({ messages: [user('Count from 1 to 500 in words, one per line.')] });
    for await (const batch of model.stream(question, stop.signal)) {
      const last = batch.at(-1);
      if (last?.type === 'end')
        return last.answer.failure
          ? { name, result: 'fails', words: last.answer.failure.message }
          : { name, result: 'limited', words: 'The answer was complete before it could be stopped.' };
      stoppedAt = clock.now();
      stop.abort();
    }
  } catch {
    // Only the abort throws; it is what was asked for.
  } finally {
    cancel();
  }
  if (stoppedAt === undefined)
    return { name, result: 'fails', words: `Nothing came for ${limitMs / 1000} s.` };
  return worked(name, `The connection was closed after ${clock.now() - stoppedAt} ms.`);
}

function isWeatherCall({ name, args }: ModelToolCall): boolean {
  return name === weather.name && typeof (args as Json | null)?.['city'] === 'string';
}

function afterCalls(answer: ModelAnswer): PromptMessage[] {
  const { text, reasoning, calls } = answer;
  const results = calls.map(
    ({ id, name }): PromptMessage => ({ role: 'tool', callId: id, name, text: 'Sunny, 20 degrees.' }),
  );
  return [{ role: 'assistant', text, reasoning, calls }, ...results];
}
