// A box that scrolls and says so: where it goes on, its edge fades instead of cutting a line in two.
import clsx from 'clsx';
import { type ComponentProps, useCallback, useRef } from 'react';

/** Marks the ends of `box` behind which there is more, as `data-more`; what is returned ends that. */
function watchEnds(box: HTMLElement): () => void {
  const look = () => {
    const above = box.scrollTop > 1;
    const below = box.scrollTop + box.clientHeight < box.scrollHeight - 1;
    box.dataset['more'] = [above && 'above', below && 'below'].filter(Boolean).join(' ');
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

/** The ref of a box that scrolls and fades; it needs the class `fade-ends`, and one child that holds all of it. */
export function useFadingEnds<T extends HTMLElement>(): (box: T | null) => void {
  const end = useRef<(() => void) | null>(null);
  return useCallback((box: T | null) => {
    end.current?.();
    end.current = box && watchEnds(box);
  }, []);
}

/** What scrolls must be reachable with the keyboard, so it takes the focus. */
export function FadingBox({ className, children, ...rest }: ComponentProps<'div'>) {
  const box = useFadingEnds<HTMLDivElement>();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div ref={box} tabIndex={0} className={clsx('fade-ends overflow-y-auto', className)} {...rest}>
      <div>{children}</div>
    </div>
  );
}
