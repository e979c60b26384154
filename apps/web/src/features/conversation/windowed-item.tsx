// One item of the conversation, rendered only while it is near to what is in sight. Further away its text stands in
// its room as it was written, unpainted: the browser's own search finds it, a link reaches it, a screen reader reads it.
import {
  createContext,
  memo,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { heightOf, keepHeight } from './item-heights.ts';
import type { Nearness } from './nearness.ts';

/** Null where nothing is windowed. */
export const NearnessContext = createContext<Nearness | null>(null);

type WindowedItemProps = {
  itemKey: string;
  /** What it says, while it is not rendered. */
  text: string;
  anchorId: string | undefined;
  role: 'user' | 'assistant' | undefined;
  /** Rendered from the beginning. */
  startsNear: boolean;
  /** Never let go of. */
  pinned: boolean;
  children: ReactNode;
};

export const WindowedItem = memo((props: WindowedItemProps) => {
  const { itemKey, startsNear, pinned } = props;
  const nearness = useContext(NearnessContext);
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(startsNear || pinned);
  const shown = near || pinned;
  const isShown = useRef(shown);
  isShown.current = shown;

  // Watched anew when it is no longer pinned: it may have gone out of sight long ago.
  useEffect(() => {
    const element = ref.current;
    if (!element || !nearness) return;
    return nearness.watch(element, {
      enter() {
        if (isShown.current) nearness.settled(element);
        else startTransition(() => setNear(true));
      },
      leave(height) {
        keepHeight(itemKey, height);
        if (!pinned) setNear(false);
      },
    });
  }, [nearness, itemKey, pinned]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!shown || !element) return;
    nearness?.settled(element);
    return () => keepHeight(itemKey, element.offsetHeight);
  }, [nearness, shown, itemKey]);

  return (
    <div
      ref={ref}
      data-item={itemKey}
      className={shown ? 'min-w-0' : 'far'}
      style={shown ? undefined : { height: heightOf(itemKey, props.text) }}
    >
      {shown ? props.children : <FarItem {...props} />}
    </div>
  );
});

function FarItem({ text, anchorId, role }: WindowedItemProps) {
  return (
    <article id={anchorId} data-role={role} data-far className="whitespace-pre-wrap break-words text-muted">
      {text}
    </article>
  );
}
