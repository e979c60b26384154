// One step's answer: passes the model's stream on as events, neighbouring chunks of one kind joined, asks again where an
// attempt failed in a way that passes, and gives the whole answer with what follows from it.
import type { AgentEvent } from '@slipstream/protocol';
import { toTimestamp } from './clock.ts';
import { decideNext, type Next } from './decide-next.ts';
import { joinBatches } from './join-batches.ts';
import type { LostWatch } from './lost-watch.ts';
import type { ModelAnswer, ModelChunk, ModelRequest } from './model.ts';
import type { EventBase, TurnDeps } from './turn-context.ts';

/** The protocol's limit of what a delta may wait for company, milliseconds. */
const joinMs = 25;

type StepRun = {
  request: ModelRequest;
  step: number;
  base: EventBase;
  deps: TurnDeps;
  lostWatch: LostWatch;
  signal: AbortSignal;
};

type StepAnswer = { answer: ModelAnswer; next: Exclude<Next, { next: 'retry' }> };

/**
 * Calls the model until an answer stands: retries are waited for here. A stop throws the signal's reason; what was
 * streamed until then has been yielded.
 */
export async function* answerStep(run: StepRun): AsyncGenerator<AgentEvent, StepAnswer, void> {
  const { request, step, base, deps, lostWatch, signal } = run;
  for (let failedAttempts = 0; ; failedAttempts += 1) {
    signal.throwIfAborted();
    let answer: ModelAnswer | undefined;
    for await (const batch of joinBatches(deps.model.stream(request, signal), deps.clock, joinMs)) {
      for (const event of toEvents(batch, base, step)) yield event;
      const last = batch.at(-1);
      if (last?.type !== 'end') continue;
      answer = last.answer;
      break;
    }
    if (!answer) {
      signal.throwIfAborted();
      throw new Error('The model client broke its contract: the stream had no end chunk.');
    }
    const next = decideNext({
      answer,
      failedAttempts,
      ...lostWatch.look(answer),
      limits: deps.limits,
      random: deps.random(),
    });
    if (next.next !== 'retry') return { answer, next };
    yield {
      type: 'retry',
      ...base,
      step,
      attempt: failedAttempts + 1,
      delayMs: next.delayMs,
      kind: next.failure.kind,
      message: next.failure.message,
      ...(next.failure.facts ? { facts: next.failure.facts } : {}),
      startedAt: toTimestamp(deps.clock.now()),
    };
    const waitsSince = deps.clock.now();
    if (!(await deps.retries.wait(deps.clock, next.delayMs, signal))) continue;
    const waitedMs = deps.clock.now() - waitsSince;
    yield { type: 'retry.hurried', ...base, step, attempt: failedAttempts + 1, waitedMs };
  }
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
