import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aMessage, anAnswer, aSession, sessionId } from '../testing/records.ts';
import { showApp } from '../testing/show-app.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('not all'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => vi.unstubAllGlobals());

const touch = (name: string, target: Element, ...at: [number, number][]) => {
  const event = new Event(name, { bubbles: true });
  Object.assign(event, { touches: at.map(([clientX, clientY]) => ({ clientX, clientY })) });
  target.dispatchEvent(event);
};

/** A finger from one place to another, in a few moves. */
const swipe = (target: Element, from: [number, number], to: [number, number]) =>
  act(async () => {
    touch('touchstart', target, from);
    for (const part of [0.25, 0.5, 0.75, 1])
      touch('touchmove', target, [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
    touch('touchend', target);
  });

const show = () =>
  showApp(`/s/${sessionId}`, (client) => {
    client.setSessions([aSession()]);
    client.setState(sessionId, {
      session: aSession(),
      messages: [aMessage({ text: 'Hi' }), anAnswer({ text: 'a wide one' })],
    });
  });
const drawer = () => screen.queryByRole('dialog', { name: 'Chats' });

test('a swipe from the left edge opens the list, one to the left closes it', async () => {
  await show();
  await swipe(document.body, [60, 300], [300, 300]);
  expect(drawer()).toBeNull();
  await swipe(document.body, [4, 300], [200, 310]);
  const opened = await screen.findByRole('dialog', { name: 'Chats' });
  await swipe(opened, [250, 300], [240, 100]);
  expect(drawer()).not.toBeNull();
  await swipe(opened, [250, 300], [60, 300]);
  expect(drawer()).toBeNull();
});

test('a finger that does something else does not', async () => {
  const { field } = await show();
  const from: [number, number] = [4, 300];
  const to: [number, number] = [200, 300];
  await swipe(field(), from, to);
  expect(drawer()).toBeNull();

  const box = screen.getByText('a wide one');
  const scrolled = (left: number) => {
    box.style.overflowX = 'auto';
    for (const [name, value] of Object.entries({ scrollWidth: 900, clientWidth: 300, scrollLeft: left }))
      Object.defineProperty(box, name, { value, configurable: true });
  };
  scrolled(40);
  await swipe(box, from, to);
  expect(drawer()).toBeNull();

  getSelection()?.selectAllChildren(box);
  await swipe(document.body, from, to);
  expect(drawer()).toBeNull();
  getSelection()?.removeAllRanges();

  await act(async () => {
    touch('touchstart', document.body, from, [200, 200]);
    touch('touchmove', document.body, to, [300, 200]);
  });
  expect(drawer()).toBeNull();

  scrolled(0);
  await swipe(box, from, to);
  expect(await screen.findByRole('dialog', { name: 'Chats' })).toBeTruthy();
});
