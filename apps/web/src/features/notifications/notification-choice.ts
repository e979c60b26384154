// Whether this browser shows notifications: only when a person has asked for them here, and the browser lets us.
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../app/stored.ts';

const key = 'slipstream.notifications';
const listeners = new Set<() => void>();

export function areNotificationsOn(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'granted' && readStored(key) !== null;
}

/** The browser asks the person, if it has not yet. False where they, or the browser, do not want it. */
export async function turnNotificationsOn(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false;
  const permission = await Notification.requestPermission();
  if (permission === 'granted') writeStored(key, 'yes');
  tell();
  return permission === 'granted';
}

export function turnNotificationsOff() {
  writeStored(key, null);
  tell();
}

export function useNotificationsOn(): boolean {
  return useSyncExternalStore(listen, areNotificationsOn);
}

function tell() {
  for (const listener of [...listeners]) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
