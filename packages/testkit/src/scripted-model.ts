// A Model in memory that plays a script: for tests of the loop, which need no network and no Node. It keeps the
// port's contract (batches, one `end`, an abort rejects with the signal's reason) unless a step says otherwise.
import type { Model, ModelChunk, ModelPrices, ModelRequest } from '@slipstream/agent';
import type { ModelInfo } from '@slipstream/protocol';
import { type AnswerBuilder, createAnswerBuilder } from './answer-builder.ts';
import { createCollector } from './collector.ts';
import { deferred } from './deferred.ts';
import { orAbort } from './gate.ts';
import type { ModelStep } from './model-reply.ts';
import { reply } from './reply.ts';
import { readScript, type Script, toSteps } from './script.ts';
import { reportFaults } from './strict-faults.ts';
import { findPromptFaults } from './strict-prompt.ts';

/** `returned`: the caller stopped iterating. `thrown`: the script said so, or it had no answer (left). */
export type ModelCallOutcome = 'open' | 'finished' | 'aborted' | 'returned' | 'thrown';

export type ModelCall = {
  /** From 1. */
  readonly number: number;
  /** As it was when the call began, whatever the caller did to its lists afterwards. */
  readonly request: ModelRequest;
  readonly outcome: ModelCallOutcome;
};

export type ScriptedModel = Model & {
  readonly calls: readonly ModelCall[];
  /** Resolves when the n-th call (from 1) has begun. */
  waitForCall(n: number): Promise<ModelCall>;
  /** Resolves with how the n-th call ended. */
  waitForEnd(n: number): Promise<Exclude<ModelCallOutcome, 'open'>>;
};

export type ModelScript = Script<ModelCall, ModelStep>;

const defaultInfo: ModelInfo = {
  id: 'scripted',
  label: 'Scripted model',
  provider: 'Test',
  contextWindow: 32_768,
  vision: false,
  reasoning: true,
  demo: false,
};

/** A call that the script has no answer for throws, and says so; so does one that a strict provider would refuse. */
export function createScriptedModel(
  script: ModelScript,
  info: Partial<ModelInfo> = {},
  prices: ModelPrices | null = null,
): ScriptedModel {
  const calls = createCollector<ModelCall>();
  const ends = new Map<number, ReturnType<typeof deferred<Exclude<ModelCallOutcome, 'open'>>>>();
  const endOf = (n: number) => {
    const end = ends.get(n) ?? deferred<Exclude<ModelCallOutcome, 'open'>>();
    ends.set(n, end);
    return end;
  };
  const nextAnswer = readScript(script);

  async function* stream(
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<readonly ModelChunk[], void, void> {
    const call = {
      number: calls.items.length + 1,
      request: { ...request, messages: [...request.messages], tools: [...request.tools] },
      outcome: 'open' as ModelCallOutcome,
    };
    calls.add(call);
    let outcome: Exclude<ModelCallOutcome, 'open'> = 'returned';
    try {
      signal.throwIfAborted();
      const faults = findPromptFaults(call.request);
      if (faults.length > 0) {
        reportFaults(faults);
        throw new Error(`A strict provider would refuse this request: ${faults.join('; ')}`);
      }
      const answer = await nextAnswer(call);
      if (answer === undefined) throw new Error(`The script has no answer for call ${call.number}.`);
      const builder = createAnswerBuilder((n) => `call_${call.number}_${n}`);
      yield* play(toSteps<ModelStep>(answer, reply.text), builder, signal);
      outcome = 'finished';
    } catch (error) {
      outcome = signal.aborted ? 'aborted' : 'thrown';
      throw error;
    } finally {
      call.outcome = outcome;
      endOf(call.number).resolve(outcome);
    }
  }

  return {
    info: { ...defaultInfo, ...info },
    prices,
    stream,
    calls: calls.items,
    waitForCall: (n) => calls.waitForCount(n),
    waitForEnd: (n) => endOf(n).promise,
  };
}

async function* play(
  steps: Iterable<ModelStep> | AsyncIterable<ModelStep>,
  builder: AnswerBuilder,
  signal: AbortSignal,
): AsyncGenerator<readonly ModelChunk[], void, void> {
  for await (const step of steps) {
    signal.throwIfAborted();
    switch (step.step) {
      case 'batch':
        yield step.steps.flatMap((each) => builder.take(each));
        break;
      case 'notice':
        yield [step.chunk];
        break;
      case 'gate':
        await step.gate.pass(signal);
        break;
      case 'hang':
        await orAbort(new Promise<never>(() => {}), signal);
        break;
      case 'throw':
        throw step.error;
      case 'fail':
        yield [{ type: 'end', answer: builder.end(step.failure) }];
        return;
      default:
        for (const chunk of builder.take(step)) {
          yield [chunk];
          signal.throwIfAborted();
        }
    }
  }
  signal.throwIfAborted();
  yield [{ type: 'end', answer: builder.end() }];
}
