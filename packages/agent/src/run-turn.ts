// The loop itself: think, act, observe, again, until `decideNext` says that it is over. Yields everything but the
// turn's first and last event; a stop and a bug leave it as exceptions, which `processMessage` turns into endings.
import type { AgentEvent, Message, TurnError, TurnStatus, Usage } from '@slipstream/protocol';
import { answerStep } from './answer-step.ts';
import { toTimestamp } from './clock.ts';
import { createPromptKeeper } from './context/prompt-keeper.ts';
import { toCost } from './cost.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { createLostWatch } from './lost-watch.ts';
import type { ModelAnswer, ModelRequest, ToolSpec } from './model.ts';
import { runTools } from './run-tools.ts';
import { toPromptParts } from './sent-prompt.ts';
import { toToolSpec } from './tool.ts';
import { type TurnDeps, type TurnInput, toEventBase } from './turn-context.ts';
import { toUnrunEvents } from './unrun-calls.ts';
import type { UsageTally } from './usage-tally.ts';

/** How often a model that has ended is told of what still goes on. */
const maxReminders = 3;

export type TurnEnd = { status: TurnStatus; error?: TurnError };

export async function* runTurn(
  input: TurnInput,
  deps: TurnDeps,
  signal: AbortSignal,
  tally: UsageTally,
): AsyncGenerator<AgentEvent, TurnEnd, void> {
  const base = toEventBase(input);
  const { clock, limits, model } = deps;
  const tools: ToolSpec[] = [...deps.tools.values()].map(toToolSpec);
  const prompt = createPromptKeeper(input, deps, tools);
  const parts = toPromptParts(input, tools, deps.secrets);
  const lostWatch = createLostWatch(deps.tools);
  let reminders = 0;
  let refused: TurnError | undefined;

  for (let step = 1; ; step += 1) {
    signal.throwIfAborted();
    if (step > limits.maxSteps) return { status: 'max_steps' };
    for (const message of await takeJoined(input, deps)) {
      const { id: messageId, text } = message;
      yield { type: 'message.joined', ...base, step, messageId, text, message };
      await prompt.say(text);
    }
    const startedAt = clock.now();
    yield { type: 'step.started', ...base, step, model: model.info.id, startedAt: toTimestamp(startedAt) };

    for (const text of deps.joining?.() ?? []) await prompt.say(text);
    const overfull = yield* prompt.fit(signal);
    tally.add(prompt.takeUsage());
    if (overfull) {
      yield {
        type: 'step.finished',
        ...base,
        step,
        finishReason: 'error',
        durationMs: clock.now() - startedAt,
      };
      // What the provider said counts for more than our own sums.
      return { status: 'failed', error: refused ?? overfull };
    }
    const request = prompt.request();
    deps.onSent({ agentId: input.agent?.id, parts, counts: prompt.counts() });
    const { answer, next } = yield* answerStep({ request, step, base, deps, lostWatch, signal });
    const usage = answer.usage ?? estimateUsage(request, answer);
    const total = tally.add(usage);
    if (answer.usage) prompt.learn(answer.usage.inputTokens);
    const costUsd = toCost(usage, model.prices);
    yield {
      type: 'usage',
      ...base,
      step,
      ...usage,
      total,
      ...(costUsd === undefined ? {} : { costUsd }),
      estimated: answer.usage === null,
    };
    yield {
      type: 'step.finished',
      ...base,
      step,
      finishReason: answer.finish,
      durationMs: clock.now() - startedAt,
    };

    if (next.next === 'finish') {
      // The window is smaller than was said, or the provider counts otherwise: once more with less.
      if (next.error?.kind === 'context_length' && answer.text === '' && prompt.shrink()) {
        refused = next.error;
        continue;
      }

      const why = next.error?.message ?? 'the answer was cut off.';
      yield* toUnrunEvents(answer.calls, why, base, step, clock.now());
      const unfinished =
        next.status === 'completed' && reminders < maxReminders ? deps.unfinished?.() : undefined;
      if (unfinished !== undefined) {
        reminders += 1;
        await prompt.add(answer, []);
        await prompt.say(unfinished);
        continue;
      }
      return next.error ? { status: next.status, error: next.error } : { status: next.status };
    }
    const outcomes = yield* runTools(answer.calls, { input, deps, step, signal });
    await prompt.add(answer, outcomes);
  }
}

/** A person speaks to the main agent alone. */
async function takeJoined(input: TurnInput, deps: TurnDeps): Promise<readonly Message[]> {
  return input.agent || !deps.steering ? [] : deps.steering.take();
}

function estimateUsage(request: ModelRequest, answer: ModelAnswer): Usage {
  const said = answer.text + answer.calls.map((call) => call.name + call.argsText).join('');
  const reasoningTokens = estimateTokens(answer.reasoning);
  // A request that was refused cost nothing.
  const refused = answer.failure !== null && said === '' && answer.reasoning === '';
  const sent = request.messages.reduce(
    (sum, message) => sum + estimateTokens(message.text) + 4,
    estimateTokens(request.system),
  );
  return {
    inputTokens: refused ? 0 : sent,
    outputTokens: estimateTokens(said) + reasoningTokens,
    reasoningTokens,
    cachedTokens: 0,
  };
}
