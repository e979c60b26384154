// One attempt at one answer: passes the model's stream on as events, neighbouring chunks of one kind joined, and
// gives the whole answer. A stop throws the signal's reason; what was streamed until then has been yielded.
import type { AgentEvent } from '@slipstream/protocol';
import type { Model, ModelAnswer, ModelChunk, ModelRequest } from './model.ts';
import type { EventBase } from './turn-context.ts';

export async function* streamAnswer(
  model: Model,
  request: ModelRequest,
  base: EventBase,
  step: number,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, ModelAnswer, void> {
  for await (const batch of model.stream(request, signal)) {
    for (const event of toEvents(batch, base, step)) yield event;
    const last = batch.at(-1);
    if (last?.type === 'end') return last.answer;
  }
  signal.throwIfAborted();
  throw new Error('The model client broke its contract: the stream had no end chunk.');
}

function toEvents(batch: readonly ModelChunk[], base: EventBase, step: number): AgentEvent[] {
  const events: AgentEvent[] = [];
  for (const chunk of batch) {
    const last = events.at(-1);
    switch (chunk.type) {
      case 'text':
        if (last?.type === 'text.delta') last.text += chunk.text;
        else events.push({ type: 'text.delta', ...base, step, text: chunk.text });
        break;
      case 'reasoning':
        if (last?.type === 'reasoning.delta') last.text += chunk.text;
        else events.push({ type: 'reasoning.delta', ...base, step, text: chunk.text });
        break;
      case 'tool_call':
        if (last?.type === 'tool.args' && last.callId === chunk.id) {
          last.text += chunk.text;
          last.name = chunk.name;
        } else
          events.push({
            type: 'tool.args',
            ...base,
            step,
            callId: chunk.id,
            name: chunk.name,
            text: chunk.text,
          });
        break;
      case 'notice':
        events.push({ type: 'notice', ...base, level: chunk.level, code: chunk.code, text: chunk.text });
        break;
      case 'end':
    }
  }
  return events;
}
