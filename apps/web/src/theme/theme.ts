// The colour scheme: light, dark, or the system's. The boot script sets it before the first paint; this module owns
// it afterwards and follows the system while nothing was chosen.
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../app/stored.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storedKey = 'slipstream.theme';
const listeners = new Set<() => void>();

function systemIsDark() {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

function currentTheme(): Theme {
  const stored = readStored(storedKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function paintTheme() {
  const theme = currentTheme();
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark());
  const root = document.documentElement;
  root.dataset['theme'] = dark ? 'dark' : 'light';
  const bar = document.querySelector('meta[name="theme-color"]');
  bar?.setAttribute('content', getComputedStyle(root).getPropertyValue('--paper').trim());
}

export function chooseTheme(theme: Theme) {
  writeStored(storedKey, theme === 'system' ? null : theme);
  paintTheme();
  for (const listener of listeners) listener();
}

/** Follows the system's scheme from now on, as long as the page lives. */
export function startTheme() {
  paintTheme();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paintTheme);
}

export function useTheme(): Theme {
  return useSyncExternalStore(listen, currentTheme);
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
