import { createFakeClock, sequentialId } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { toSession } from '../../test/support/fake-sessions.ts';
import { encodeFrame } from './encode-frame.ts';
import { createNewsRounds, type NewsListener } from './news-rounds.ts';

const [a, b] = [sequentialId(1), sequentialId(2)];

type Listener = NewsListener & { rounds: string[][] };

function createListener(): Listener {
  const rounds: string[][] = [];
  return {
    rounds,
    tell({ news, joined }) {
      expect(joined).toEqual(Buffer.concat(news.map(({ bytes }) => bytes)));
      rounds.push(
        news.map(({ frame, bytes }) => {
          expect(bytes).toEqual(encodeFrame(frame));
          return frame.type === 'session.deleted'
            ? `${frame.sessionId} gone`
            : `${frame.session.id} ${frame.session.title}`;
        }),
      );
    },
  };
}

function setUp(sockets = 1) {
  const clock = createFakeClock();
  const first = createListener();
  const listeners = new Set([first, ...Array.from({ length: sockets - 1 }, createListener)]);
  const news = createNewsRounds(clock, listeners);
  const update = (id: string, title: string) =>
    news.add({ type: 'session.updated', session: toSession(id, { title }) });
  return { clock, rounds: first.rounds, listeners, news, update };
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

test('a round that is much is told to some listeners after the others, to each once, also to one who came meanwhile', () => {
  const { clock, listeners, update } = setUp(200);
  const told = (round: number) => [...listeners].filter(({ rounds }) => rounds.length >= round).length;
  update(a, 'x'.repeat(10_000));
  expect(told(1)).toBe(7);
  clock.advance(5);
  expect(told(1)).toBe(14);
  for (const gone of [...listeners].slice(-1)) listeners.delete(gone);
  const late = createListener();
  listeners.add(late);
  clock.advance(200);
  expect(told(1)).toBe(200);
  expect(told(2)).toBe(0);
  expect(late.rounds).toHaveLength(1);
  expect(clock.pending()).toEqual([]);
});

test('a deletion in the middle of a round is told to everybody at once, after that round', () => {
  const { clock, listeners, news, update } = setUp(200);
  const long = 'x'.repeat(10_000);
  update(a, long);
  update(b, '1');
  news.add({ type: 'session.deleted', sessionId: a });
  for (const { rounds } of listeners) expect(rounds).toEqual([[`${a} ${long}`], [`${b} 1`, `${a} gone`]]);
  expect(clock.pending()).toEqual([]);
});

test('a round that was not told to all when it ends is told to nobody else', () => {
  const { clock, listeners, news, update } = setUp(200);
  update(a, 'x'.repeat(10_000));
  news.close();
  clock.advance(1000);
  expect([...listeners].filter(({ rounds }) => rounds.length > 0)).toHaveLength(7);
  expect(clock.pending()).toEqual([]);
});
