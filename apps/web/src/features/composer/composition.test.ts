import { expect, test } from 'vitest';
import { createCompositionWatch } from './composition.ts';

const enter = { isComposing: false, keyCode: 13 };

function setUp() {
  const later: (() => void)[] = [];
  const watch = createCompositionWatch((run) => later.push(run));
  const nextTask = () => {
    for (const run of later.splice(0)) run();
  };
  return { watch, nextTask };
}

test('leaves a plain key to the page', () => {
  expect(setUp().watch.owns(enter)).toBe(false);
});

test('gives keys during a composition to the input method', () => {
  const { watch } = setUp();
  expect(watch.owns({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(watch.owns({ isComposing: false, keyCode: 229 })).toBe(true);
});

test('gives the Enter that ended a composition to the input method, and the next one to the page', () => {
  const { watch, nextTask } = setUp();
  watch.ended();
  expect(watch.owns(enter)).toBe(true);
  nextTask();
  expect(watch.owns(enter)).toBe(false);
});
