import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutgoing, maxHeldBytes, type OutgoingSocket } from './outgoing.ts';

/** A socket whose network takes bytes only when the test says so. */
function createSlowSocket() {
  const inFlight: Buffer[] = [];
  const sent: string[] = [];
  let open = true;
  let taken = () => {};
  const socket: OutgoingSocket = {
    isOpen: () => open,
    open(onTaken) {
      taken = onTaken;
      return {
        write(bytes) {
          inFlight.push(bytes);
          sent.push(bytes.toString('utf8', 0, 20));
        },
        heldBytes: () => inFlight.reduce((sum, bytes) => sum + bytes.length, 0),
      };
    },
  };
  return {
    socket,
    sent,
    /** Lets the network take the oldest frame; false when there is none. */
    take() {
      const first = inFlight.shift();
      if (first) taken();
      return first !== undefined;
    },
    close() {
      open = false;
    },
  };
}

const kib = 1024;
const frame = (name: string, size: number) => Buffer.from(name.padEnd(size, '.'));

function setUp() {
  const slow = createSlowSocket();
  const counts = { sent: 0, drained: 0 };
  const outgoing = createOutgoing(slow.socket, {
    sent: (frames) => {
      counts.sent += frames;
    },
    drained: () => {
      counts.drained += 1;
    },
  });
  return { ...slow, counts, outgoing };
}

test('A socket that keeps up is given every frame at once and in order', () => {
  const { outgoing, sent, take, counts } = setUp();
  outgoing.answer(Buffer.from('a'));
  outgoing.event('k', Buffer.from('b'));
  outgoing.answer(Buffer.from('c'));
  expect(sent).toEqual(['a', 'b', 'c']);
  while (take());
  expect(counts).toEqual({ sent: 3, drained: 3 });
  expect(outgoing.heldBytes()).toBe(0);
});

test('Beyond what a socket has in flight, frames wait, still in order', () => {
  const { outgoing, sent, take } = setUp();
  for (const name of ['1', '2', '3', '4', '5']) outgoing.event('k', frame(name, 300 * kib));
  expect(sent.map((text) => text[0])).toEqual(['1', '2']);
  outgoing.answer(Buffer.from('6'));
  take();
  expect(sent.map((text) => text[0])).toEqual(['1', '2', '3']);
  while (take());
  expect(sent.map((text) => text[0])).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('Events stop short of the bound, so that answers still fit; answers stop at it', () => {
  const { outgoing } = setUp();
  let events = 0;
  while (outgoing.event('k', frame('e', 100 * kib))) events += 1;
  expect(events).toBe(38);
  let answers = 0;
  while (outgoing.answer(frame('a', 10 * kib))) answers += 1;
  expect(answers).toBe(29);
  expect(outgoing.heldBytes()).toBeLessThanOrEqual(maxHeldBytes);
});

test('Dropping takes back what waits of one key only, and makes room', () => {
  const { outgoing, sent, take } = setUp();
  for (let i = 0; i < 20; i++) {
    outgoing.event('noisy', frame(`n${i}`, 90 * kib));
    outgoing.event('quiet', frame(`q${i}`, 1 * kib));
  }
  outgoing.answer(Buffer.from('ack'));
  const before = outgoing.heldBytes();
  expect(outgoing.drop('noisy')).toBe(14);
  expect(outgoing.heldBytes()).toBe(before - 14 * 90 * kib);
  while (take());
  const names = sent.map((text) => text.replace(/\.+$/, ''));
  expect(names.filter((name) => name.startsWith('n'))).toHaveLength(6);
  expect(names.filter((name) => name.startsWith('q'))).toHaveLength(20);
  expect(names.at(-1)).toBe('ack');
});

test('A single frame over the bound goes out when nothing else is held, and only then', () => {
  const { outgoing, take } = setUp();
  const huge = frame('huge', maxHeldBytes + 1);
  outgoing.event('k', frame('small', 100 * kib));
  expect(outgoing.event('k', huge)).toBe(false);
  take();
  expect(outgoing.event('k', huge)).toBe(true);
  expect(outgoing.event('k', frame('small', 1))).toBe(false);
  expect(outgoing.answer(frame('small', 1))).toBe(false);
  take();
  expect(outgoing.event('k', frame('small', 1))).toBe(true);
});

test('`drained` comes when the last bytes have gone, not before', () => {
  const { outgoing, take, counts } = setUp();
  for (let i = 0; i < 4; i++) outgoing.event('k', frame(`${i}`, 300 * kib));
  take();
  take();
  take();
  expect(counts.drained).toBe(0);
  take();
  expect(counts.drained).toBe(1);
});

test('Several frames go as one piece where none of them would have to wait', () => {
  const { outgoing, sent, take, counts } = setUp();
  expect(outgoing.eventsAtOnce(frame('ab', 400 * kib), 2)).toBe(true);
  expect(outgoing.eventsAtOnce(frame('cd', 200 * kib), 2)).toBe(false);
  expect(counts.sent).toBe(2);
  outgoing.event('k', frame('e', 500 * kib));
  outgoing.event('k', frame('f', 500 * kib));
  take();
  // `f` waits: however small, nothing overtakes it.
  expect(outgoing.eventsAtOnce(frame('gh', 2), 2)).toBe(false);
  while (take());
  expect(outgoing.eventsAtOnce(frame('gh', 2), 2)).toBe(true);
  expect(sent.map((text) => text.replace(/\.+$/, ''))).toEqual(['ab', 'e', 'f', 'gh']);
});

test('A socket that closes is given nothing more', () => {
  const { outgoing, close, sent } = setUp();
  close();
  expect(outgoing.event('k', Buffer.from('a'))).toBe(true);
  expect(sent).toEqual([]);
});

test('Whatever is asked of it, it holds no more than the bound and keeps the order of what it took', () => {
  const size = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 100 * kib, max: 900 * kib }));
  const action = fc.oneof(
    fc.record({ do: fc.constant('answer' as const), size }),
    fc.record({ do: fc.constant('event' as const), size, key: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ do: fc.constant('drop' as const), key: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ do: fc.constant('take' as const), count: fc.integer({ min: 1, max: 5 }) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
      const { outgoing, sent, take } = setUp();
      let expected: { name: string; key: string }[] = [];
      let count = 0;
      for (const each of actions) {
        if (each.do === 'take') for (let i = 0; i < each.count; i++) take();
        else if (each.do === 'drop') {
          outgoing.drop(each.key);
          expected = expected.filter(
            ({ name, key }) => key !== each.key || sent.some((s) => s.startsWith(name)),
          );
        } else {
          const name = `${count++};`;
          const bytes = frame(name, each.size);
          const key = each.do === 'event' ? each.key : '';
          const taken = each.do === 'event' ? outgoing.event(each.key, bytes) : outgoing.answer(bytes);
          if (taken) expected.push({ name, key });
        }
        expect(outgoing.heldBytes()).toBeLessThanOrEqual(maxHeldBytes);
      }
      while (take());
      expect(sent.map((text) => `${text.split(';')[0]};`)).toEqual(expected.map(({ name }) => name));
      expect(outgoing.heldBytes()).toBe(0);
    }),
    { numRuns: 200 },
  );
});
