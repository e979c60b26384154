import type { AgentEvent } from '@slipstream/protocol';
import {
  createScriptedModel,
  findPromptFaults,
  modelReply,
  reply,
  sequentialId,
} from '@slipstream/testkit/fakes';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../estimate-tokens.ts';
import { aStep, counted, fit, sentTokens, toDeps } from './testing/prompts.ts';
import { messageOverhead } from './token-counter.ts';
import { promptTokens, type TurnPrompt, toPromptMessages, userTokens } from './turn-prompt.ts';

const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constant('记得这个城市的名字是成都。'),
);
const text = fc
  .tuple(words, fc.integer({ min: 1, max: 60 }))
  .map(([unit, times]) => `x${unit.repeat(times)}`);
const aHistory = fc.record({
  fixedTokens: fc.integer({ min: 0, max: 2000 }),
  summary: fc.option(text),
  recalled: fc.option(text),
  user: text,
  past: fc.array(fc.record({ text, record: fc.oneof(fc.constant(''), text) }), { maxLength: 30 }),
  stepsSummary: fc.option(text),
  steps: fc.array(
    fc.record({ text, outputs: fc.array(text, { minLength: 1, maxLength: 4 }), said: fc.option(text) }),
    {
      maxLength: 8,
    },
  ),
  limit: fc.integer({ min: 10, max: 6000 }),
  folding: fc.oneof(text, fc.constant(null)),
});

test('for any history and any limit the prompt fits, keeps its pairs and the last message, or says why not', async () => {
  await fc.assert(
    fc.asyncProperty(aHistory, async (given) => {
      const prompt: TurnPrompt = {
        fixedTokens: given.fixedTokens,
        summary: given.summary === null ? null : counted(given.summary),
        recalled: given.recalled === null ? null : counted(given.recalled),
        user: counted(given.user.toWellFormed()),
        stepsSummary: given.stepsSummary === null ? null : counted(given.stepsSummary),
        past: given.past.map((part, n) => ({
          id: sequentialId(n + 1, 5),
          role: n % 2 === 0 ? 'user' : 'assistant',
          text: part.text.toWellFormed(),
          record: part.record.toWellFormed(),
          tokens: estimateTokens(part.text) + estimateTokens(part.record) + messageOverhead,
        })),
        steps: given.steps.map((step, n) => ({
          ...aStep(
            n,
            step.outputs.map((each) => each.toWellFormed()),
            step.text,
          ),
          said: step.said === null ? [] : [counted(step.said.toWellFormed())],
        })),
      };
      const summary = given.folding;
      const spoken = [prompt.user.text, ...prompt.steps.flatMap(({ said }) => said.map((each) => each.text))];
      const needed = given.fixedTokens + userTokens(prompt);
      const model = createScriptedModel(() =>
        summary === null ? [modelReply.fail('server')] : [reply.text(summary)],
      );
      const { events, error } = await fit(prompt, given.limit, toDeps({ folders: [model] }));
      if (error) {
        expect(needed).toBeGreaterThan(given.limit);
        expect(events).toEqual([]);
        return;
      }
      const messages = toPromptMessages(prompt);
      expect(promptTokens(prompt)).toBeLessThanOrEqual(given.limit);
      expect(sentTokens(prompt)).toBeLessThanOrEqual(given.limit);
      expect(findPromptFaults({ messages })).toEqual([]);
      const heard = messages.map((message) => (message.role === 'user' ? message.text : '')).join('\n');
      for (const each of spoken) expect(heard).toContain(each);
      for (const event of events)
        expect(event).toSatisfy(
          (each: AgentEvent) => each.type === 'context.compacted' && each.afterTokens < each.beforeTokens,
        );
    }),
    {
      numRuns: 300,
      examples: [
        [
          {
            // Nearly all of the earlier step is what the user said, which stays: folding it would gain nothing.
            fixedTokens: 0,
            summary: null,
            recalled: 'x ',
            user: 'x记得这个城市的名字是成都。',
            past: [],
            stepsSummary: null,
            steps: [
              { text: 'x ', outputs: ['x '], said: '记得这个城市的名字是成都。'.repeat(8) },
              { text: 'x记得。', outputs: ['x记得这个城市的名字是成都。'], said: 'x ' },
            ],
            limit: 132,
            folding: null,
          },
        ],
      ],
    },
  );
});
