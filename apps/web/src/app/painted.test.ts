import { afterEach, expect, test, vi } from 'vitest';
import { joinChanges, nextFrame } from './painted.ts';

afterEach(() => vi.unstubAllGlobals());

function setUp() {
  const frames: (() => void)[] = [];
  let change = () => {};
  const end = vi.fn();
  const listen = joinChanges(
    (listener) => {
      change = listener;
      return end;
    },
    (run) => {
      frames.push(run);
      return () => frames.splice(frames.indexOf(run), 1);
    },
  );
  return { frames, listen, end, change: () => change(), paint: () => frames.shift()?.() };
}

test('many changes are one call per frame', () => {
  const { listen, change, paint, frames } = setUp();
  const listener = vi.fn();
  listen(listener);
  change();
  change();
  expect(frames).toHaveLength(1);
  expect(listener).not.toHaveBeenCalled();
  paint();
  expect(listener).toHaveBeenCalledTimes(1);
  change();
  paint();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('the source is left when the last listener goes, and an open frame with it', () => {
  const { listen, change, frames, end } = setUp();
  const stopOne = listen(() => {});
  const stopTwo = listen(() => {});
  change();
  stopOne();
  expect(end).not.toHaveBeenCalled();
  stopTwo();
  expect(end).toHaveBeenCalledOnce();
  expect(frames).toHaveLength(0);
});

test('a frame that a hidden tab would never get is asked for anew', () => {
  const { listen, change, frames } = setUp();
  listen(() => {});
  change();
  const [first] = frames;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(frames).toHaveLength(1);
  expect(frames[0]).toBe(first);
});

test('what is typed is painted first, and what streams with the frame after it', () => {
  let frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  const paint = () => {
    const due = frames;
    frames = [];
    for (const run of due) run();
  };
  const run = vi.fn();
  nextFrame(run);
  paint();
  expect(run).toHaveBeenCalledTimes(1);

  document.dispatchEvent(new Event('beforeinput'));
  nextFrame(run);
  paint();
  expect(run).toHaveBeenCalledTimes(1);
  paint();
  expect(run).toHaveBeenCalledTimes(2);
});
