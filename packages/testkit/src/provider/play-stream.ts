// Plays a scripted answer as a stream of server-sent chunks, and ends it as a provider would: finish reason, usage
// if it was asked for, `[DONE]`.
import { assertNever } from '@slipstream/protocol';
import { type ChunkWriter, createChunkWriter } from './chunk-writer.ts';
import { type Exchange, type Steps, type WritingStep, withWaits } from './exchange.ts';

/** How far an answer has come. */
type Progress = { calls: number; finished: boolean };

/** Rejects with the signal's reason when the response closes before the steps are over. */
export async function playStream(steps: Steps, exchange: Exchange): Promise<void> {
  const { number, response, signal, body } = exchange;
  const writer = createChunkWriter(response, signal, { id: `chatcmpl-${number}`, model: body.model });
  const progress: Progress = { calls: 0, finished: false };
  for await (const step of withWaits(steps, signal)) {
    switch (step.step) {
      case 'http_error':
        response.writeHead(step.status, step.headers).end(step.body);
        return;
      case 'drop':
        exchange.drop();
        return;
      case 'end':
        writer.open();
        response.end();
        return;
      default:
        await write(step, writer, progress, exchange);
    }
  }
  await finish(writer, progress);
  await writer.raw('data: [DONE]\n\n');
  response.end();
}

async function write(
  step: Exclude<WritingStep, { step: 'http_error' | 'drop' | 'end' }>,
  writer: ChunkWriter,
  progress: Progress,
  { number, body, pacer, signal }: Exchange,
): Promise<void> {
  switch (step.step) {
    case 'text':
      for (const content of step.pieces) await writer.delta({ content });
      return;
    case 'reasoning':
      for (const text of step.pieces) await writer.delta({ reasoning_content: text });
      return;
    case 'paced': {
      const words = step.text.match(/\s*\S+|\s+$/g) ?? [];
      return pacer.run({
        count: words.length,
        perSecond: step.tokensPerSecond,
        ready: () => !writer.congested(),
        send: (from, to) => writer.deltasNow(words.slice(from, to).map((word) => ({ [step.as]: word }))),
        signal,
      });
    }
    case 'tool_call': {
      const index = progress.calls;
      progress.calls += 1;
      const id = step.id ?? `call_${number}_${index + 1}`;
      await writer.delta({
        tool_calls: [{ index, id, type: 'function', function: { name: step.name, arguments: '' } }],
      });
      for (const text of step.fragments)
        await writer.delta({ tool_calls: [{ index, function: { arguments: text } }] });
      return;
    }
    case 'finish':
      return finish(writer, progress, step.reason);
    case 'usage':
      await finish(writer, progress);
      if (body.stream_options?.include_usage) await writer.usage(step.usage);
      return;
    case 'open':
      return writer.open();
    case 'delta':
      if (step.finishReason !== null) progress.finished = true;
      return writer.delta(step.delta, step.finishReason);
    case 'chunk':
      return writer.chunk(step.chunk);
    case 'raw':
      return writer.raw(step.bytes);
    default:
      return assertNever(step);
  }
}

/** Sends the finish reason once; without one given, the one that fits. */
async function finish(writer: ChunkWriter, progress: Progress, reason?: string): Promise<void> {
  if (progress.finished) return;
  progress.finished = true;
  await writer.delta({}, reason ?? (progress.calls > 0 ? 'tool_calls' : 'stop'));
}
