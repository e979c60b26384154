import { createScriptedModel, reply } from '@slipstream/testkit/fakes';
import { expect, it } from 'vitest';
import { toCost } from './cost.ts';
import { runMessage } from './run-message.fixture.ts';

const prices = { inputPerMTok: 2, outputPerMTok: 10, cachedInputPerMTok: 0.5 };

it('counts cached input apart, reasoning as output, and nothing without prices', () => {
  const usage = { inputTokens: 1000, outputTokens: 100, reasoningTokens: 90, cachedTokens: 400 };
  expect(toCost(usage, prices)).toBeCloseTo((600 * 2 + 400 * 0.5 + 100 * 10) / 1e6, 12);
  expect(toCost(usage, { inputPerMTok: 2, outputPerMTok: 10 })).toBeCloseTo((1000 * 2 + 100 * 10) / 1e6, 12);
  expect(toCost(usage, null)).toBeUndefined();
  expect(toCost({ ...usage, cachedTokens: 5000 }, prices)).toBeCloseTo((1000 * 0.5 + 100 * 10) / 1e6, 12);
});

it('is told for each step and summed for the turn, and is left out without prices', async () => {
  const script = [
    [reply.toolCall('nothing', {}), reply.usage(1000, 100, { cachedTokens: 400 })],
    [reply.text('done'), reply.usage(2000, 10)],
  ];
  const events = await runMessage({ model: createScriptedModel(script, {}, prices) });
  const costs = events.flatMap((event) => (event.type === 'usage' ? [event.costUsd] : []));
  expect(costs).toEqual([0.0024, 0.0041]);
  const end = events.at(-1);
  expect(end).toMatchObject({ type: 'turn.finished', costUsd: expect.closeTo(0.0065, 10) });
  expect(end).not.toHaveProperty('usageEstimated');
  const free = await runMessage({ model: [[reply.text('done')]] });
  expect(free.find((event) => event.type === 'usage')).not.toHaveProperty('costUsd');
  expect(free.at(-1)).toMatchObject({ usageEstimated: true });
  expect(free.at(-1)).not.toHaveProperty('costUsd');
});
