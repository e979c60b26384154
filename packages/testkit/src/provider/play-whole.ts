// Plays a scripted answer as one JSON body, for a request that did not ask for a stream. Timing holds back the whole
// body; steps that only make sense in a stream are a fault of the script.
import { createAnswerBuilder } from '../answer-builder.ts';
import { reply } from '../reply.ts';
import { type Exchange, type Steps, withWaits } from './exchange.ts';
import { toWireUsage } from './wire-usage.ts';

/** Rejects with the signal's reason when the response closes before the steps are over. */
export async function playWhole(steps: Steps, exchange: Exchange): Promise<void> {
  const { number, body, response, signal } = exchange;
  const builder = createAnswerBuilder((n) => `call_${number}_${n}`);
  for await (const step of withWaits(steps, signal)) {
    switch (step.step) {
      case 'http_error':
        response.writeHead(step.status, step.headers).end(step.body);
        return;
      case 'drop':
        exchange.drop();
        return;
      case 'paced':
        builder.take(step.as === 'content' ? reply.text(step.text) : reply.reasoning(step.text));
        break;
      case 'open':
      case 'delta':
      case 'chunk':
      case 'raw':
      case 'end':
        throw new Error(`The step "${step.step}" needs a request with "stream": true.`);
      default:
        builder.take(step);
    }
  }
  const answer = builder.end();
  const calls = answer.calls.map(({ id, name, argsText }) => ({
    id,
    type: 'function',
    function: { name, arguments: argsText },
  }));
  const message = {
    role: 'assistant',
    content: answer.text === '' && calls.length > 0 ? null : answer.text,
    ...(answer.reasoning === '' ? {} : { reasoning_content: answer.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: `chatcmpl-${number}`,
      object: 'chat.completion',
      created: 1_767_225_600,
      model: body.model,
      choices: [{ index: 0, message, finish_reason: answer.finish }],
      ...(answer.usage === null ? {} : { usage: toWireUsage(answer.usage) }),
    }),
  );
}
