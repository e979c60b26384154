// A clock that only the test moves, storage in memory, a device whose signals the test gives, and chance from a seed.
import type { Device, DeviceSignal, OutboxStorage, SetTimer } from '../environment.ts';

export type FakeClock = {
  now(): number;
  setTimer: SetTimer;
  /** Runs what is due until then, in order of time, also what was set meanwhile. */
  advance(ms: number): void;
  /** The clock jumps as it does over a sleep of the machine: what was due runs after the jump. */
  sleep(ms: number): void;
  /** How long until each timer, soonest first. */
  delays(): number[];
};

export function createFakeClock(startAt = Date.parse('2026-01-01T00:00:00.000Z')): FakeClock {
  let time = startAt;
  const timers = new Set<{ at: number; run: () => void }>();

  function runDue(until: number, arrive: (at: number) => void): void {
    for (;;) {
      const due = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) return;
      timers.delete(due);
      arrive(due.at);
      due.run();
    }
  }

  return {
    now: () => time,
    setTimer(delayMs, run) {
      const timer = { at: time + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const until = time + ms;
      runDue(until, (at) => {
        time = Math.max(time, at);
      });
      time = until;
    },
    sleep(ms) {
      time += ms;
      runDue(time, () => {});
    },
    delays: () => [...timers].map((timer) => timer.at - time).sort((a, b) => a - b),
  };
}

export function createMemoryStorage(): OutboxStorage & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

export type FakeDevice = Device & { signal(signal: DeviceSignal): void; listeners(): number };

export function createFakeDevice(): FakeDevice {
  const listeners = new Set<(signal: DeviceSignal) => void>();
  let online = true;
  return {
    isOnline: () => online,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signal(signal) {
      if (signal !== 'visible') online = signal === 'online';
      for (const listener of listeners) listener(signal);
    },
    listeners: () => listeners.size,
  };
}

/** Mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** UUIDs that count up. */
export function createIds(prefix = 1): () => string {
  let count = 0;
  return () => {
    count += 1;
    return toId(prefix, count);
  };
}

export function toId(prefix: number, count: number): string {
  return `${String(prefix).padStart(8, '0')}-0000-7000-8000-${String(count).padStart(12, '0')}`;
}
