// The built-in demo model: rules instead of a language model, plainly labelled so, behind the same port as a real
// one. It lets everything be tried in the first minute without a key, and it really calls the tools.
import type { Clock, Model } from '@slipstream/agent';
import type { ModelInfo } from '@slipstream/protocol';
import { playParts } from './play-parts.ts';
import { answerWithRules } from './rules.ts';
import { systemClock } from './system-clock.ts';
import { toTurn } from './turn.ts';

export type DemoModelOptions = {
  /** Between two words; 0 streams without a wait. */
  delayMs?: number;
  clock?: Clock;
};

export const demoModelInfo: ModelInfo = {
  id: 'demo',
  label: 'Demo (not a language model)',
  provider: 'Slipstream',
  contextWindow: 32_768,
  vision: false,
  reasoning: true,
  demo: true,
};

/** About 40 words a second unless told otherwise. */
export function createDemoModel({ delayMs = 25, clock = systemClock }: DemoModelOptions = {}): Model {
  let calls = 0;
  const nextCallId = () => {
    calls += 1;
    return `demo_call_${calls}`;
  };
  return {
    info: demoModelInfo,
    prices: null,
    stream: (request, signal) =>
      playParts(answerWithRules(toTurn(request)), request, { clock, delayMs }, nextCallId, signal),
  };
}
