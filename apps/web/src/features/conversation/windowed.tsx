// Something in the flow of a conversation, rendered only while it is near to what is in sight. Further away what stands
// for it takes its room, unpainted. Used for each item, and for chunks of items: what a browser does in each frame for
// every box of a page adds up with thousands of them.
import { memo, type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Nearness } from './nearness.ts';

type WindowedProps = {
  nearness: Nearness;
  /** Rendered from the beginning. */
  startsNear: boolean;
  /** Never let go of. */
  pinned: boolean;
  /** The room that it takes while it is far. */
  room: () => number;
  /** Told its height when it is let go of, or goes with its conversation. */
  onHeight: (height: number) => void;
  /** What stands for it while it is far. */
  far: () => ReactNode;
  itemKey?: string;
  className: string;
  children: ReactNode;
};

export const Windowed = memo((props: WindowedProps) => {
  const { nearness, startsNear, pinned } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(startsNear || pinned);
  const shown = near || pinned;
  const isShown = useRef(shown);
  isShown.current = shown;
  const onHeight = useRef(props.onHeight);
  onHeight.current = props.onHeight;

  // Watched anew when it is no longer pinned: it may have gone out of sight long ago.
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return nearness.watch(element, {
      enter() {
        if (isShown.current) nearness.settled(element);
        else startTransition(() => setNear(true));
      },
      leave(height) {
        onHeight.current(height);
        if (!pinned) setNear(false);
      },
    });
  }, [nearness, pinned]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!shown || !element) return;
    nearness.settled(element);
    return () => onHeight.current(element.offsetHeight);
  }, [nearness, shown]);

  return (
    <div
      ref={ref}
      data-item={props.itemKey}
      className={shown ? props.className : `far ${props.className}`}
      style={shown ? undefined : { height: props.room() }}
    >
      {shown ? props.children : props.far()}
    </div>
  );
});
