// Brings a message into sight, also one that is not rendered yet: its room changes while it and what is around it come,
// so it is held in place until that is over, or until the person moves the view.

const heldFrames = 40;
const movements = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** False where the page does not have it. */
export function scrollToMessage(messageId: string): boolean {
  const find = () => document.getElementById(`m-${messageId}`);
  if (!find()) return false;
  let left = heldFrames;
  const letGo = () => {
    left = 0;
  };
  for (const movement of movements) window.addEventListener(movement, letGo, { once: true, passive: true });
  const hold = () => {
    const element = find();
    if (left <= 0 || !element) {
      for (const movement of movements) window.removeEventListener(movement, letGo);
      return;
    }
    left -= 1;
    const tall = element.offsetHeight > window.innerHeight / 2;
    element.scrollIntoView({ block: tall ? 'start' : 'center' });
    requestAnimationFrame(hold);
  };
  hold();
  return true;
}
