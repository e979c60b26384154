import { act, fireEvent, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeObservers, fakeIntersections } from '../../testing/fake-observers.ts';
import { aMessage, anAnswer, sessionId } from '../../testing/records.ts';
import { showApp } from '../../testing/show-app.tsx';

let intersections: FakeObservers;
beforeEach(() => {
  intersections = fakeIntersections();
});
afterEach(() => intersections.restore());

const count = 400;
const idOf = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const messages = Array.from({ length: count }, (_, n) => {
  const own = { id: idOf(n), turnId: idOf(1000 + Math.floor(n / 2)), text: `**Words** of ${n}` };
  return n % 2 === 0 ? aMessage(own) : anAnswer(own);
});

const show = () =>
  showApp(`/s/${sessionId}`, (client) => client.setState(sessionId, { phase: 'ready', messages }));

const itemOf = (n: number) => {
  const item = document.getElementById(`m-${idOf(n)}`)?.closest<HTMLElement>('[data-item]');
  if (!item) throw new Error(`There is no item ${n}.`);
  return item;
};
const isFar = (n: number) => itemOf(n).querySelector('[data-far]') !== null;
const near = () => document.querySelectorAll('article:not([data-far])').length;
/** Where an item stands while it and its neighbours are far. */
const chunkOf = (n: number) => {
  const chunk = document.getElementById(`m-${idOf(n)}`)?.closest<HTMLElement>('.far');
  if (!chunk) throw new Error(`Item ${n} is not far.`);
  return chunk;
};
/** Items are let in one after the other, with a frame between. */
const look = (element: HTMLElement, isIntersecting: boolean) =>
  act(async () => {
    intersections.show(element, isIntersecting);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });

test('of a long conversation only the end is rendered, and the words of the rest are there to be found', async () => {
  await show();
  expect(document.querySelectorAll('article')).toHaveLength(count);
  expect(document.querySelectorAll('[data-item]').length).toBeLessThan(60);
  expect(near()).toBeLessThan(30);
  expect(isFar(count - 1)).toBe(false);
  expect(document.getElementById(`m-${idOf(0)}`)?.textContent).toBe('**Words** of 0');
  expect(chunkOf(0).style.height).not.toBe('');
});

test('what comes near is rendered, and let go of when it is far again, in the room that it took', async () => {
  await show();
  await look(chunkOf(10), true);
  expect(isFar(10)).toBe(true);
  await look(itemOf(10), true);
  expect(isFar(10)).toBe(false);
  expect(itemOf(10).style.height).toBe('');
  await look(itemOf(11), true);
  expect(isFar(11)).toBe(false);
  await look(itemOf(10), false);
  expect(isFar(10)).toBe(true);
  expect(itemOf(10).style.height).toBe('120px');
});

test('words that are being written are not let go of', async () => {
  await show();
  await look(chunkOf(20), true);
  await look(itemOf(20), true);
  fireEvent.click(within(itemOf(20)).getByRole('button', { name: 'Edit and send again' }));
  const field = itemOf(20).querySelector('textarea');
  expect(field).toBeTruthy();
  field?.blur();
  await look(itemOf(20), false);
  expect(itemOf(20).contains(field)).toBe(true);
});
