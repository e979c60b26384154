// Keeps the composer above the keyboard of a phone. Most browsers make the page smaller by themselves, as its viewport
// asks them to; Safari lays the keyboard over it and only tells how much is left in sight.

/** What is smaller than this is a browser's own bar that comes and goes. */
const leastKeyboard = 60;

type View = Pick<VisualViewport, 'height' | 'scale' | 'addEventListener' | 'removeEventListener'>;

/** Gives what ends it. Somebody who has zoomed in is left alone. */
export function followKeyboard(view: View | null = window.visualViewport): () => void {
  if (!view) return () => {};
  const { style } = document.documentElement;
  const follow = () => {
    const covered = view.scale === 1 && window.innerHeight - view.height > leastKeyboard;
    if (covered) {
      style.setProperty('--page-height', `${view.height}px`);
      // Safari has moved the page up for the field, which is in sight now anyway.
      window.scrollTo(0, 0);
    } else style.removeProperty('--page-height');
  };
  view.addEventListener('resize', follow);
  return () => view.removeEventListener('resize', follow);
}
