import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComposer } from './testing/show-composer.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const settle = () => act(async () => vi.advanceTimersByTimeAsync(100));

test('a slash lists commands and skills; the arrows move, Tab completes, Enter runs', async () => {
  const { type, press, field, onCommand } = showComposer();
  type('/');
  await settle();
  expect(options().map((words) => words?.split(/[A-Z]/)[0])).toEqual([
    ...['/plan', '/compact', '/model', '/export', '/clear', '/help', '/review'],
  ]);
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(chosen()?.textContent).toContain('/plan');
  press('ArrowUp');
  expect(chosen()?.textContent).toContain('/review');
  press('ArrowDown');
  press('ArrowDown');
  expect(chosen()?.getAttribute('aria-selected')).toBe('true');
  press('Enter');
  expect(onCommand.mock.calls).toEqual([[{ name: 'compact', argument: '' }]]);
  expect(field.value).toBe('');

  type('/pl');
  expect(options()).toHaveLength(1);
  press('Tab');
  expect(field.value).toBe('/plan ');
  expect(onCommand).toHaveBeenCalledOnce();
  expect(options()).toEqual([]);
});

test('before the first message what needs one is not offered', () => {
  const { type } = showComposer({ hasSession: false });
  type('/');
  expect(options().join()).not.toMatch(/compact|export/);
});

test('a command that takes one of several lists them next', () => {
  const { type, press, field, onCommand } = showComposer();
  type('/mo');
  press('Enter');
  expect(field.value).toBe('/model ');
  expect(options()).toEqual(['GPT 5openai', 'Qwen 3']);
  type('/model qw');
  press('Enter');
  expect(onCommand.mock.calls).toEqual([[{ name: 'model', argument: 'qwen3' }]]);
  expect(field.value).toBe('');
});

test('Esc closes the list and nothing else; the next Esc is for others', () => {
  const { type, field, press } = showComposer({ running: true });
  const others = vi.fn();
  document.addEventListener('keydown', others);
  type('/');
  expect(press('Escape')).toBe(false);
  expect(options()).toEqual([]);
  expect(others).not.toHaveBeenCalled();
  expect(field.value).toBe('/');
  press('Escape');
  expect(others).toHaveBeenCalledOnce();
  document.removeEventListener('keydown', others);
});

test('an at sign finds files; a folder leads on, a file ends it', async () => {
  const { type, press, field, onSend } = showComposer();
  type('look at @sr');
  await settle();
  expect(options()).toEqual(['src/', 'src/main.ts', 'src/my notes.md']);
  press('Enter');
  expect(field.value).toBe('look at @src/');
  await settle();
  press('ArrowDown');
  press('ArrowDown');
  press('Enter');
  expect(field.value).toBe('look at @"src/my notes.md" ');
  expect(options()).toEqual([]);
  expect(onSend).not.toHaveBeenCalled();
  press('Enter');
  expect(onSend).toHaveBeenCalledWith('look at @"src/my notes.md"');
});

test('while an input method composes no key is the list’s, and none goes further', () => {
  const { type, field, press } = showComposer({ running: true });
  const others = vi.fn();
  document.addEventListener('keydown', others);
  type('/');
  for (const key of ['Enter', 'ArrowDown', 'Escape']) press(key, { isComposing: true });
  fireEvent.compositionEnd(field, { data: '/' });
  press('Escape', { keyCode: 229 });
  press('Enter', { keyCode: 229 });
  expect(options().length).toBeGreaterThan(1);
  expect(others).not.toHaveBeenCalled();
  document.removeEventListener('keydown', others);
});

test('what begins like a path or an unknown command is an ordinary message', () => {
  const { type, press, onSend, onCommand } = showComposer();
  type('/etc/hosts is wrong');
  press('Enter');
  type('/zzz');
  press('Enter');
  expect(onSend.mock.calls).toEqual([['/etc/hosts is wrong'], ['/zzz']]);
  expect(onCommand).not.toHaveBeenCalled();
});

test('going back from the field leaves the list, with its key untouched', () => {
  const { type, press } = showComposer();
  type('/');
  expect(options().length).toBeGreaterThan(1);
  expect(press('Tab', { shiftKey: true })).toBe(true);
  expect(options()).toEqual([]);
});
