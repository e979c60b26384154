// Every provider stream case over real HTTP: head, cuts, resets and stalls as the provider sends them.
import { createFakeClock } from '@slipstream/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOpenAiModel } from './openai-model.ts';
import { loadCases } from './testing/cases.ts';
import { collectAnswer, plainInfo, plainRequest } from './testing/collect-answer.ts';
import { expectCase } from './testing/match-expected.ts';
import { createReplayServer, type ReplayServer } from './testing/replay-server.ts';

const cases = loadCases();
const byId = new Map(cases.map((each) => [each.id, each]));
let server: ReplayServer;

beforeAll(async () => {
  server = await createReplayServer(({ path }) => {
    const found = byId.get(path.split('/')[1] ?? '');
    return found ? found : { status: 404 };
  });
});
afterAll(() => server.close());

test('all cases are there', () => {
  expect(cases).toHaveLength(132);
});

describe('provider stream', () => {
  test.each(cases.map((each) => [each.id, each] as const))('%s', async (id, each) => {
    const clock = createFakeClock();
    const model = createOpenAiModel({
      info: plainInfo,
      baseUrl: `${server.origin}/${id}/v1`,
      apiKey: 'sk-test-0123456789',
      idleTimeoutMs: 1000,
      clock,
    });
    // The provider falls silent once it has sent all of its text.
    const [{ text } = { text: '' }] = each.expected;
    const onBatch = (said: string) => each.end === 'stall' && said === text && clock.advance(1000);
    const { answer } = await collectAnswer(model, plainRequest, onBatch);
    expectCase(answer, each);
  });
});
