import { createFakeClock, sequentialId } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { toSession } from '../../test/support/fake-sessions.ts';
import { createNewsRounds } from './news-rounds.ts';

const [a, b] = [sequentialId(1), sequentialId(2)];

function setUp(sockets = 1) {
  const clock = createFakeClock();
  const rounds: string[][] = [];
  const news = createNewsRounds(
    clock,
    () => sockets,
    (told) =>
      rounds.push(
        told.map(({ frame, bytes }) => {
          expect(JSON.parse(bytes.toString())).toEqual(frame);
          return frame.type === 'session.deleted'
            ? `${frame.sessionId} gone`
            : `${frame.session.id} ${frame.session.title}`;
        }),
      ),
  );
  const update = (id: string, title: string) =>
    news.add({ type: 'session.updated', session: toSession(id, { title }) });
  return { clock, rounds, news, update };
}

test('the first news is told at once, then the newest of each session once a round', () => {
  const { clock, rounds, update } = setUp();
  update(a, '1');
  update(a, '2');
  update(b, '1');
  update(a, '3');
  expect(rounds).toEqual([[`${a} 1`]]);
  clock.advance(99);
  expect(rounds).toHaveLength(1);
  clock.advance(1);
  expect(rounds.slice(1)).toEqual([[`${b} 1`, `${a} 3`]]);
  clock.advance(100);
  update(b, '2');
  expect(rounds.slice(2)).toEqual([[`${b} 2`]]);
  expect(clock.pending()).toEqual([]);
});

test.each([
  [25, 100],
  [100, 400],
  [5000, 1000],
])('with %i sockets a round is %i ms', (sockets, roundMs) => {
  const { clock, rounds, update } = setUp(sockets);
  update(a, '1');
  update(a, '2');
  clock.advance(roundMs - 1);
  expect(rounds).toHaveLength(1);
  clock.advance(1);
  expect(rounds).toHaveLength(2);
});

test('a deletion waits for nothing, and what came before it is told before it', () => {
  const { clock, rounds, news, update } = setUp();
  update(a, '1');
  update(b, '1');
  update(a, '2');
  news.add({ type: 'session.deleted', sessionId: a });
  expect(rounds).toEqual([[`${a} 1`], [`${b} 1`, `${a} gone`]]);
  expect(clock.pending()).toEqual([]);
});

test('after its end nothing is told', () => {
  const { clock, rounds, news, update } = setUp();
  update(a, '1');
  update(a, '2');
  news.close();
  clock.advance(100);
  expect(rounds).toHaveLength(1);
  expect(clock.pending()).toEqual([]);
});
