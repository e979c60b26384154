import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { chooseTheme, startTheme, useTheme } from './theme.ts';

const boot = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8');
const root = document.documentElement;

function systemIs(dark: boolean) {
  const listeners = new Set<() => void>();
  const query = { matches: dark, addEventListener: (_: string, run: () => void) => listeners.add(run) };
  vi.stubGlobal('matchMedia', () => query);
  return (next: boolean) => {
    query.matches = next;
    for (const run of listeners) run();
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [null, true, 'dark'],
  [null, false, 'light'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['nonsense', true, 'dark'],
])('stored %s on a dark system %s is %s, before the first paint and after', (stored, dark, shown) => {
  systemIs(dark);
  if (stored) localStorage.setItem('slipstream.theme', stored);
  new Function(boot)();
  expect(root.dataset['theme']).toBe(shown);
  root.dataset['theme'] = '';
  startTheme();
  expect(root.dataset['theme']).toBe(shown);
});

test('follows the system until one is chosen', () => {
  const become = systemIs(false);
  startTheme();
  become(true);
  expect(root.dataset['theme']).toBe('dark');
  const { result } = renderHook(useTheme);
  expect(result.current).toBe('system');
  act(() => chooseTheme('light'));
  expect(result.current).toBe('light');
  expect(root.dataset['theme']).toBe('light');
  act(() => chooseTheme('system'));
  expect(root.dataset['theme']).toBe('dark');
});

test.each([
  ['zh', 'zh-CN'],
  ['en', 'en'],
])('the stored language %s marks the document before the first paint', (stored, lang) => {
  systemIs(false);
  localStorage.setItem('slipstream.language', stored);
  new Function(boot)();
  expect(root.lang).toBe(lang);
});
