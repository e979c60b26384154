import type { AgentEvent, SequencedEvent } from '@slipstream/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeptEvents } from './kept-events.ts';
import { turnId } from './run-message.fixture.ts';

const agent = { id: 'a', name: 'n', callId: 'c' };
const event: fc.Arbitrary<AgentEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom('text.delta' as const, 'reasoning.delta' as const),
    turnId: fc.constant(turnId),
    step: fc.constantFrom(1, 2),
    text: fc.string({ maxLength: 300 }),
  }),
  fc
    .string({ maxLength: 300 })
    .map((text): AgentEvent => ({ type: 'text.delta', turnId, agent, step: 1, text })),
  fc.constant<AgentEvent>({
    type: 'step.finished',
    turnId,
    step: 1,
    finishReason: 'stop',
    durationMs: 1,
  }),
);
/** Mostly the same event several times, as models speak. */
const events = fc
  .array(fc.tuple(event, fc.integer({ min: 1, max: 9 })), { maxLength: 30 })
  .map((runs) => runs.flatMap(([one, times]) => Array.from({ length: times }, () => one)));

it('gives the newest events as they were added, from any number on, and never much more than its bounds', () => {
  fc.assert(
    fc.property(
      events,
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 500, max: 9000 }),
      (list, most, chars) => {
        const kept = createKeptEvents({ events: most, chars });
        const all: SequencedEvent[] = [];
        list.forEach((one, index) => {
          const run = kept.add(index + 1, one);
          all.push({ seq: index + 1, ...one });
          // What a run says of its newest piece is that event.
          if (run) expect({ ...JSON.parse(`{${run.head}}`), text: run.texts.at(-1) }).toEqual(one);
          const first = all.find(({ seq }) => kept.from(seq) !== null)?.seq ?? all.length + 1;
          for (let seq = first; seq <= all.length; seq += 1)
            expect(kept.from(seq)).toEqual(all.slice(seq - 1));
          const size = all
            .slice(first - 1)
            .reduce((sum, each) => sum + 200 + ('text' in each ? each.text.length : 0), 0);
          expect(all.length - first + 1).toBeLessThanOrEqual(most * 2);
          expect(size).toBeLessThanOrEqual(chars * 2);
        });
        kept.clear();
        expect(kept.from(all.length)).toBeNull();
      },
    ),
    { numRuns: 60 },
  );
});
