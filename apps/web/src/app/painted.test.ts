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

/** Frames of the browser by hand, at the times given. */
function stubFrames() {
  let frames: ((now: number) => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: (now: number) => void) => frames.push(run));
  return (now: number) => {
    const due = frames;
    frames = [];
    for (const run of due) run(now);
  };
}

test('what is typed is painted first, and what streams with the frame after it', () => {
  const paint = stubFrames();
  const run = vi.fn();
  nextFrame(run);
  paint(performance.now());
  expect(run).toHaveBeenCalledTimes(1);

  document.dispatchEvent(new Event('beforeinput'));
  nextFrame(run);
  paint(performance.now() + 40);
  expect(run).toHaveBeenCalledTimes(1);
  paint(performance.now() + 56);
  expect(run).toHaveBeenCalledTimes(1);
  paint(performance.now() + 72);
  expect(run).toHaveBeenCalledTimes(2);
});

test('while somebody types a stream is painted with every other frame, by all that listen to it', async () => {
  const paint = stubFrames();
  document.dispatchEvent(new Event('beforeinput'));
  const from = performance.now();
  paint(from);
  // By now the key is painted.
  await new Promise((resolve) => setTimeout(resolve));
  const painted: string[] = [];
  let frame = 0;
  const stream = (name: string) => () => {
    painted.push(name + frame);
    nextFrame(stream(name));
  };
  nextFrame(stream('a'));
  nextFrame(stream('b'));
  for (frame = 1; frame <= 6; frame += 1) paint(from + 300 + frame * 16);
  expect(painted).toEqual(['a1', 'b1', 'a3', 'b3', 'a5', 'b5']);

  painted.length = 0;
  for (frame = 1; frame <= 3; frame += 1) paint(from + 600 + frame * 16);
  expect(painted).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
});
