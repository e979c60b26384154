import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createWriteRounds } from './write-rounds.ts';

/** A socket whose system takes a write only when the test says so; `taking` takes each at once. */
function createFakeSocket({ taking }: { taking: boolean }) {
  const writes: string[] = [];
  let pending: (() => void) | undefined;
  const done = (text: string, callback: () => void) => {
    writes.push(text);
    if (taking) callback();
    else pending = callback;
  };
  const stream = new Writable({
    write: (chunk, _, callback) => done(String(chunk), callback),
    writev: (chunks, callback) => done(chunks.map(({ chunk }) => String(chunk)).join(''), callback),
  });
  return {
    socket: stream as unknown as Socket,
    writes,
    take() {
      const callback = pending;
      pending = undefined;
      callback?.();
      return callback !== undefined;
    },
  };
}

function setUp() {
  let atEnd: (() => void) | undefined;
  const rounds = createWriteRounds((run) => {
    expect(atEnd).toBeUndefined();
    atEnd = run;
  });
  return {
    rounds,
    endRound() {
      const run = atEnd;
      atEnd = undefined;
      run?.();
    },
  };
}

test('What comes in one round is one write for each socket, at the end of the round', () => {
  const { rounds, endRound } = setUp();
  const [a, b] = [createFakeSocket({ taking: true }), createFakeSocket({ taking: true })];
  let taken = 0;
  const toA = rounds.open(a.socket, () => {
    taken += 1;
  });
  const toB = rounds.open(b.socket, () => {});
  toA.write(Buffer.from('1'));
  toB.write(Buffer.from('2'));
  toA.write(Buffer.from('3'));
  expect([a.writes, b.writes, toA.heldBytes(), taken]).toEqual([[], [], 2, 0]);
  endRound();
  expect([a.writes, b.writes, toA.heldBytes(), taken]).toEqual([['13'], ['2'], 0, 1]);
  toA.write(Buffer.from('4'));
  endRound();
  expect([a.writes, taken]).toEqual([['13', '4'], 2]);
});

test('What the socket itself writes keeps its place among the frames', () => {
  const { rounds, endRound } = setUp();
  const { socket, writes } = createFakeSocket({ taking: true });
  const writer = rounds.open(socket, () => {});
  writer.write(Buffer.from('1'));
  socket.write('ping');
  writer.write(Buffer.from('2'));
  endRound();
  expect(writes).toEqual(['1ping2']);
});

test('Where the system is slow, what it has taken later is told later, to the last byte', async () => {
  const { rounds, endRound } = setUp();
  const slow = createFakeSocket({ taking: false });
  const held: number[] = [];
  const writer = rounds.open(slow.socket, () => held.push(writer.heldBytes()));
  writer.write(Buffer.from('1'));
  endRound();
  writer.write(Buffer.from('22'));
  endRound();
  writer.write(Buffer.from('333'));
  endRound();
  expect([slow.writes, held, writer.heldBytes()]).toEqual([['1'], [], 6]);
  while (slow.take()) await new Promise(process.nextTick);
  expect(slow.writes.join('')).toBe('122333');
  expect(held.at(-1)).toBe(0);
});

test('A socket that goes within a round is left alone, and the others get theirs', () => {
  const { rounds, endRound } = setUp();
  const [gone, other] = [createFakeSocket({ taking: true }), createFakeSocket({ taking: true })];
  let taken = 0;
  const toGone = rounds.open(gone.socket, () => {
    taken += 1;
  });
  const toOther = rounds.open(other.socket, () => {});
  toGone.write(Buffer.from('1'));
  toOther.write(Buffer.from('2'));
  gone.socket.destroy();
  endRound();
  expect([gone.writes, taken, other.writes]).toEqual([[], 0, ['2']]);
});

test('Over a real connection whose reader pauses, all arrives in order and everything is told as taken', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void reader.destroy());
  const [socket] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => void socket.destroy());
  reader.pause();
  const parts = Array.from({ length: 200 }, (_, index) => `${index};`.padEnd(100_000, '.'));
  let wake = () => {};
  const emptied = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const writer = createWriteRounds().open(socket, () => {
    if (sent === parts.length && writer.heldBytes() === 0) wake();
  });
  let sent = 0;
  for (const part of parts) {
    writer.write(Buffer.from(part));
    sent += 1;
    if (sent % 10 === 0) await new Promise(setImmediate);
  }
  expect(writer.heldBytes()).toBeGreaterThan(0);
  let got = '';
  reader.setEncoding('utf8').on('data', (text) => {
    got += text;
  });
  reader.resume();
  await emptied;
  while (got.length < parts.join('').length) await once(reader, 'data');
  expect(got).toBe(parts.join(''));
});
