// Opens and closes the drawer by a swipe. It only listens: nothing is held up, so that a table scrolls and a text is
// selected as if it were not there, and a finger that does such a thing is no swipe.
import { useEffect, useRef } from 'react';
import { judgeSwipe, type Point } from './swipe.ts';

type SwipeOptions = {
  /** Where there is a drawer at all. */
  media: string;
  open: boolean;
  onOpen(): void;
  onClose(): void;
};

export function useSwipe(options: SwipeOptions): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    let start: Point | null = null;
    const begin = (event: TouchEvent) => {
      const { media, open } = latest.current;
      start =
        event.touches.length === 1 && matchMedia(media).matches && isFree(event.target, open)
          ? toPoint(event)
          : null;
    };
    const move = (event: TouchEvent) => {
      const now = toPoint(event);
      if (!start || !now) return;
      const { open, onOpen, onClose } = latest.current;
      const judged = event.touches.length === 1 ? judgeSwipe(start, now, open) : null;
      if (judged === 'open') return;
      start = null;
      if (judged === null || hasSelection()) return;
      if (judged === 'opens') onOpen();
      else onClose();
    };
    const end = () => {
      start = null;
    };
    const listeners = { touchstart: begin, touchmove: move, touchend: end, touchcancel: end };
    for (const [name, listener] of Object.entries(listeners))
      addEventListener(name, listener as EventListener, { passive: true });
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        removeEventListener(name, listener as EventListener);
    };
  }, []);
}

function toPoint(event: TouchEvent): Point | null {
  const touch = event.touches[0];
  return touch ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
}

/** Not where the same finger would do something else: write, select, scroll sideways, move about in an enlarged page. */
function isFree(target: EventTarget | null, open: boolean): boolean {
  if (!(target instanceof Element) || hasSelection() || (window.visualViewport?.scale ?? 1) > 1.01)
    return false;
  if (target.closest('textarea, input, [contenteditable], [role="slider"]')) return false;
  // Under another dialog than the drawer there is nothing to open or to close.
  const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]').length;
  if (dialogs > (open ? 1 : 0)) return false;
  return !scrollsAway(target, open);
}

/** Whether the finger's way would scroll something: back to its beginning, or on to its end. */
function scrollsAway(target: Element, open: boolean): boolean {
  for (let element: Element | null = target; element; element = element.parentElement) {
    const room = element.scrollWidth - element.clientWidth;
    if (room <= 1 || !/auto|scroll/.test(getComputedStyle(element).overflowX)) continue;
    if (open ? element.scrollLeft < room - 1 : element.scrollLeft > 1) return true;
  }
  return false;
}

function hasSelection(): boolean {
  return getSelection()?.isCollapsed === false;
}
