// Between the client and React: however often the client changes, components are told at most once per frame, so a
// fast stream costs one render per paint. A hidden tab has no frames; there a slow timer keeps the title true.

export type Schedule = (run: () => void) => () => void;

const hiddenDelayMs = 250;

/** Something was typed that is not painted yet. */
let typed = false;

/** Somebody who types goes on for so long after a key. */
const typingMs = 500;
/** While somebody types a stream is painted with every other frame: what is typed then waits for one of them less. */
const typingGapMs = 30;
/** By the clock of the frames; of the last key, and of the last frame with something other than a key. */
let typedAt = Number.NEGATIVE_INFINITY;
let ranAt = Number.NEGATIVE_INFINITY;

document.addEventListener(
  'beforeinput',
  () => {
    typed = true;
    typedAt = performance.now();
    // After all that runs before that paint.
    requestAnimationFrame(() => setTimeout(() => (typed = false)));
  },
  { capture: true },
);

/** Runs before the next paint, or soon in a hidden tab. What somebody types is painted first, in a frame of its own. */
export const nextFrame: Schedule = (run) => {
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(run, hiddenDelayMs);
    return () => clearTimeout(timer);
  }
  let frames = 0;
  const onFrame = (now: number) => {
    frames += 1;
    // All that is told in one frame goes together. A fast stream of keys is no reason to wait for ever.
    const soon = now - ranAt < typingGapMs && now !== ranAt;
    if (frames < 3 && (typed || (soon && now - typedAt < typingMs))) {
      frame = requestAnimationFrame(onFrame);
      return;
    }
    ranAt = now;
    run();
  };
  let frame = requestAnimationFrame(onFrame);
  return () => cancelAnimationFrame(frame);
};

/**
 * The same kind of `listen` as the one given, with calls joined by `schedule`. The source is listened to while at
 * least one listener is there.
 */
export function joinChanges(listen: (listener: () => void) => () => void, schedule: Schedule) {
  const listeners = new Set<() => void>();
  let waiting = false;
  let cancel = () => {};
  let end: (() => void) | null = null;

  const flush = () => {
    waiting = false;
    for (const listener of [...listeners]) listener();
  };
  const onChange = () => {
    if (waiting) return;
    waiting = true;
    cancel = schedule(flush);
  };
  const onVisibility = () => {
    // A frame asked for while the tab was shown never comes once it is hidden.
    if (!waiting) return;
    cancel();
    cancel = schedule(flush);
  };

  return (listener: () => void) => {
    if (listeners.size === 0) {
      end = listen(onChange);
      document.addEventListener('visibilitychange', onVisibility);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      end?.();
      end = null;
      if (waiting) cancel();
      waiting = false;
      document.removeEventListener('visibilitychange', onVisibility);
    };
  };
}
