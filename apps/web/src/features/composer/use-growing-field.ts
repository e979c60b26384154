import { type RefObject, useLayoutEffect } from 'react';

/** Makes a text field as high as its text, up to what its style allows. Newer browsers do it by themselves. */
export function useGrowingField(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
