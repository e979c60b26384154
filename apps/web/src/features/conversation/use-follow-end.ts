// Keeps the end of a growing conversation in sight, but only while the reader is there: scrolling up lets go, coming
// back to the end takes hold again, and what a reader opens or closes stays under the pointer. Where a reader was is
// remembered per session. Works by geometry alone; it never moves the view of somebody who reads further up.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { createOwnAnchor } from './own-anchor.ts';
import { keepPlace, placeIn, showPlace } from './reading-place.ts';

/** How near to the end counts as being there, in pixels. */
const nearEnd = 40;

/** How soon after a press the change of height that it causes comes. */
const toggleMs = 200;

export type FollowEnd = {
  scrollRef: RefObject<HTMLDivElement | null>;
  contentRef: RefObject<HTMLElement | null>;
  /** False while the reader is further up. */
  following: boolean;
  jumpToEnd: () => void;
};

/** `firstKey` changes when older messages are put on top; the view then stays where it was. */
export function useFollowEnd(sessionId: string, firstKey: string | undefined): FollowEnd {
  const scrollRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLElement>(null);
  const hold = useRef(true);
  const lastTop = useRef(0);
  const height = useRef(0);
  const [following, setFollowing] = useState(true);

  const setHold = useCallback((value: boolean) => {
    hold.current = value;
    setFollowing(value);
  }, []);

  const jumpToEnd = useCallback(() => {
    setHold(true);
    const box = scrollRef.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [setHold]);

  useLayoutEffect(() => {
    const box = scrollRef.current;
    const content = contentRef.current;
    if (!box || !content) return;
    const place = placeIn(sessionId);
    setHold(place?.following ?? true);
    showPlace(box, place);
    lastTop.current = box.scrollTop;

    const anchor = createOwnAnchor(box);
    const onScroll = () => {
      if (distanceToEnd(box) <= nearEnd) setHold(true);
      else if (box.scrollTop < lastTop.current - 1) setHold(false);
      lastTop.current = box.scrollTop;
      anchor.note();
    };
    let pressed: { button: Element; top: number; until: number } | null = null;
    const onClick = (event: Event) => {
      const button = event.target instanceof Element ? event.target.closest('[aria-expanded]') : null;
      pressed = button && { button, top: topOf(button), until: performance.now() + toggleMs };
    };
    const onResize = () => {
      height.current = box.scrollHeight;
      const toggled =
        pressed && performance.now() < pressed.until && pressed.button.isConnected ? pressed : null;
      pressed = null;
      if (toggled) {
        box.scrollTop += topOf(toggled.button) - toggled.top;
        lastTop.current = box.scrollTop;
        setHold(distanceToEnd(box) <= nearEnd);
        anchor.note();
      } else if (hold.current) box.scrollTop = box.scrollHeight;
      else anchor.hold();
    };
    box.addEventListener('scroll', onScroll, { passive: true });
    box.addEventListener('click', onClick, { capture: true });
    const observer = new ResizeObserver(onResize);
    observer.observe(content);
    observer.observe(box);
    return () => {
      keepPlace(sessionId, box, hold.current);
      box.removeEventListener('scroll', onScroll);
      box.removeEventListener('click', onClick, { capture: true });
      observer.disconnect();
    };
  }, [sessionId, setHold]);

  useKeptPlace(scrollRef, height, firstKey);
  return { scrollRef, contentRef, following, jumpToEnd };
}

function distanceToEnd(box: HTMLElement): number {
  return box.scrollHeight - box.scrollTop - box.clientHeight;
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/**
 * Content that is put on top moves nothing in sight. The browser's own anchoring does not act at the very top.
 * `heightBefore` is the height that was painted last: reading it anew at every change would cost a layout each time.
 */
function useKeptPlace(
  scrollRef: RefObject<HTMLDivElement | null>,
  heightBefore: RefObject<number>,
  firstKey: string | undefined,
) {
  const keyBefore = useRef(firstKey);
  useLayoutEffect(() => {
    const box = scrollRef.current;
    const grew =
      keyBefore.current !== undefined && keyBefore.current !== firstKey && heightBefore.current > 0;
    keyBefore.current = firstKey;
    if (box && grew && box.scrollTop < nearEnd) box.scrollTop += box.scrollHeight - heightBefore.current;
  }, [scrollRef, heightBefore, firstKey]);
}
