import { useLocationProperty } from 'wouter/use-browser-location';

/** Whether the address names this message (`#m-…`). */
export function useIsLinked(messageId: string | null): boolean {
  return useLocationProperty(() => messageId !== null && window.location.hash === `#m-${messageId}`);
}
