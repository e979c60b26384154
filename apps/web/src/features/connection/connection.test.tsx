import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showApp } from '../../testing/show-app.tsx';

const banner = () => document.querySelector('[data-connection] > div')?.textContent ?? null;

test('a lost connection says when it is tried again, and tries now when asked', async () => {
  const start = Date.now();
  vi.useFakeTimers({ now: start });
  const { change, press, called } = await showApp();
  expect(banner()).toBeNull();
  await change((client) => client.setConnection({ phase: 'reconnecting', retryAt: start + 5000 }));
  expect(banner()).toContain('Trying again in 5 s.');
  act(() => vi.advanceTimersByTime(2000));
  expect(banner()).toContain('Trying again in 3 s.');
  await press('Try now');
  expect(called('reconnect')).toHaveLength(1);
  await change((client) => client.setConnection({ phase: 'reconnecting', retryAt: null }));
  expect(banner()).toContain('Reconnecting…');
  await change((client) => client.setConnection({ phase: 'offline', retryAt: null }));
  expect(banner()).toContain('You are offline.');
  await change((client) => client.setConnection({ phase: 'online', retryAt: null }));
  expect(banner()).toBeNull();
});

test('a first connection is worth a word only when it takes long', async () => {
  vi.useFakeTimers();
  await showApp('/', (client) => client.setConnection({ phase: 'connecting', retryAt: null }));
  expect(banner()).toBeNull();
  act(() => vi.advanceTimersByTime(1000));
  expect(banner()).toBe('Connecting…');
});

test('a server with a token asks for it, and says when it is wrong', async () => {
  const { change, press, called } = await showApp('/', (client) =>
    client.setConnection({ phase: 'unauthorized', retryAt: null }),
  );
  const field = screen.getByLabelText('Access token');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }).disabled).toBe(true);
  fireEvent.change(field, { target: { value: 'left' } });
  await press('Sign in');
  expect(screen.getByRole('alert').textContent).toBe('That is not the token.');
  fireEvent.change(field, { target: { value: 'right' } });
  await press('Sign in');
  expect(called('signIn')).toEqual([['left'], ['right']]);
  await change((client) => client.setConnection({ phase: 'online', retryAt: null }));
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy();
});
