// A clock for components that count seconds. All of them share one timer, which runs only while one is shown.
import { useSyncExternalStore } from 'react';

const stepMs = 250;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | null = null;

function listen(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of [...listeners]) each();
    }, stepMs);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer) {
      clearInterval(timer);
      timer = null;
    }
  };
}

const never = () => () => {};

function read(): number {
  if (!timer && Date.now() - now >= stepMs) now = Date.now();
  return now;
}

/** Epoch milliseconds, refreshed four times a second while `active`. */
export function useNow(active: boolean): number {
  return useSyncExternalStore(active ? listen : never, read);
}
