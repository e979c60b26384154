import type { ComponentProps } from 'react';

/** Preformatted text in a box that scrolls; what scrolls must be reachable with the keyboard. */
export function ScrollPre(props: ComponentProps<'pre'>) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  return <pre tabIndex={0} {...props} />;
}
