// Every provider stream case over real HTTP: head, cuts, resets and stalls as the provider sends them.
import { createFakeClock } from '@slipstream/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOpenAiModel } from './openai-model.ts';
import { loadCases, type ProviderCase } from './testing/cases.ts';
import { collectAnswer, plainInfo, plainRequest } from './testing/collect-answer.ts';
import { expectCase } from './testing/match-expected.ts';
import { cutSomewhere } from './testing/mutate-stream.ts';
import { createSeededRandom } from './testing/random.ts';
import { readBytes } from './testing/read-bytes.ts';
import { createReplayServer, type ReplayServer } from './testing/replay-server.ts';

const cases = loadCases();
const byId = new Map(cases.map((each) => [each.id, each]));
let server: ReplayServer;

/** `/ID/…` is answered as the case says, `/ID~N/…` cut in other places: the N-th choice of them. */
beforeAll(async () => {
  server = await createReplayServer(({ path }) => {
    const [id = '', choice] = path.split('/')[1]?.split('~') ?? [];
    const found = byId.get(id);
    if (!found) return { status: 404 };
    return choice === undefined ? found : { ...found, pieces: cutElsewhere(found, Number(choice)) };
  });
});

/** Where the provider falls silent, its last piece is the one that completes the text: that is how the test can tell. */
function cutElsewhere({ body, end, expected: [expected] }: ProviderCase, choice: number): Buffer[] {
  const random = createSeededRandom(choice);
  let pieces = cutSomewhere(random, body);
  while (
    end === 'stall' &&
    pieces.length > 1 &&
    readBytes(pieces.slice(0, -1)).answer.text === (expected?.text ?? '')
  )
    pieces = cutSomewhere(random, body);
  return pieces;
}
afterAll(() => server.close());

async function replay(path: string, each: ProviderCase): Promise<void> {
  const clock = createFakeClock();
  const model = createOpenAiModel({
    info: plainInfo,
    baseUrl: `${server.origin}/${path}/v1`,
    apiKey: 'sk-test-0123456789',
    idleTimeoutMs: 1000,
    clock,
  });
  // The provider falls silent once it has sent all of its text.
  const [{ text } = { text: '' }] = each.expected;
  const onBatch = (said: string) => each.end === 'stall' && said === text && clock.advance(1000);
  const { answer } = await collectAnswer(model, plainRequest, onBatch);
  expectCase(answer, each);
}

test('all cases are there', () => {
  expect(cases).toHaveLength(132);
});

describe('provider stream', () => {
  test.each(cases.map((each) => [each.id, each] as const))('%s', async (id, each) => {
    await replay(id, each);
  });

  test.each(cases.map((each) => [each.id, each] as const))('%s, cut elsewhere', async (id, each) => {
    for (const choice of [1, 2, 3]) await replay(`${id}~${choice}`, each);
  });
});
