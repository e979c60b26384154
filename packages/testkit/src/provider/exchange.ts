// One request that is being answered, and the steps that steer its answer without writing to it.
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { orAbort } from '../gate.ts';
import type { ChatRequest } from './chat-request.ts';
import type { Pacer } from './pacer.ts';
import type { WireStep } from './wire-reply.ts';

export type Exchange = {
  /** From 1, over all requests of the provider. */
  number: number;
  body: ChatRequest;
  response: ServerResponse;
  /** Aborts when the response is closed by whichever side. */
  signal: AbortSignal;
  pacer: Pacer;
  /** Cuts the connection from this side. */
  drop(): void;
};

export type Steps = Iterable<WireStep> | AsyncIterable<WireStep>;
export type WritingStep = Exclude<WireStep, { step: 'gate' | 'hang' | 'delay' }>;

/** Waits where the script waits and gives the steps that write. Rejects when the response is closed meanwhile. */
export async function* withWaits(steps: Steps, signal: AbortSignal): AsyncGenerator<WritingStep, void, void> {
  for await (const step of steps) {
    signal.throwIfAborted();
    if (step.step === 'gate') await step.gate.pass(signal);
    else if (step.step === 'delay') await delay(step.ms, undefined, { signal });
    else if (step.step === 'hang') await orAbort(new Promise<never>(() => {}), signal);
    else yield step;
  }
  signal.throwIfAborted();
}
