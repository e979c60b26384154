import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aMessage, anAnswer, aSession, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';
import { holdUntil } from './hold.ts';

const open = () =>
  showApp(`/s/${sessionId}`, (client) => {
    client.setSessions([aSession()]);
    client.setState(sessionId, {
      session: aSession(),
      messages: [aMessage({ text: 'Hi' }), anAnswer({ text: '# A heading' })],
    });
  });
const isShown = () => screen.queryByText(/A heading/) !== null;

test('a chat is not shown before what shows it right is there', async () => {
  let loaded: () => void = () => {};
  holdUntil(new Promise<void>((resolve) => (loaded = resolve)));
  await open();
  expect(isShown()).toBe(false);
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy();
  await act(async () => loaded());
  expect(isShown()).toBe(true);
});

test('where it cannot be had the text stands as it is', async () => {
  holdUntil(Promise.reject(new Error('gone')));
  await open();
  expect(isShown()).toBe(true);
});

test('a wait that lasts ends', async () => {
  vi.useFakeTimers();
  holdUntil(new Promise(() => {}));
  await open();
  await act(() => vi.advanceTimersByTimeAsync(1900));
  expect(isShown()).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(isShown()).toBe(true);
});

test('what was just said is shown at once', async () => {
  let loaded: () => void = () => {};
  holdUntil(new Promise<void>((resolve) => (loaded = resolve)));
  await showApp(`/s/${sessionId}`, (client) => {
    client.setState(sessionId, {
      session: aSession(),
      pending: [
        {
          messageId: sessionId,
          text: 'On its way',
          createdAt: '2026-01-01T00:00:00.000Z',
          state: 'sending',
          error: null,
        },
      ],
    });
  });
  expect(screen.getByText('On its way')).toBeTruthy();
  await act(async () => loaded());
});
