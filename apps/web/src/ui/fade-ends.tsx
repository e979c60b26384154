// A box that scrolls and says so: where it goes on, its edge fades instead of cutting a line in two.
import clsx from 'clsx';
import { type ComponentProps, useCallback, useRef } from 'react';

/** Marks the ends of `box` behind which there is more, as `data-more`; what is returned ends that. */
function watchEnds(box: HTMLElement, reachable: boolean): () => void {
  const look = () => {
    const above = box.scrollTop > 1;
    const below = box.scrollTop + box.clientHeight < box.scrollHeight - 1;
    box.dataset['more'] = [above && 'above', below && 'below'].filter(Boolean).join(' ');
    // What scrolls is scrolled by keys, too, for which it takes the focus.
    if (reachable && (above || below)) box.tabIndex = 0;
    else if (document.activeElement !== box) box.removeAttribute('tabindex');
  };
  const observer = new ResizeObserver(look);
  observer.observe(box);
  // What is in it may grow while the box stays.
  for (const child of box.children) observer.observe(child);
  box.addEventListener('scroll', look, { passive: true });
  look();
  return () => {
    observer.disconnect();
    box.removeEventListener('scroll', look);
  };
}

/**
 * The ref of a box that scrolls and fades; it needs the class `fade-ends`, and one child that holds all of it.
 * `reachable`: while it scrolls it can have the focus; not where keys move through what is in it anyway.
 */
export function useFadingEnds<T extends HTMLElement>(reachable = true): (box: T | null) => void {
  const end = useRef<(() => void) | null>(null);
  return useCallback(
    (box: T | null) => {
      end.current?.();
      end.current = box && watchEnds(box, reachable);
    },
    [reachable],
  );
}

export function FadingBox({ className, children, ...rest }: ComponentProps<'div'>) {
  const box = useFadingEnds<HTMLDivElement>();
  return (
    <div ref={box} className={clsx('fade-ends overflow-y-auto', className)} {...rest}>
      <div>{children}</div>
    </div>
  );
}
