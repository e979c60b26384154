/**
 * Whether the server said with the page itself that one can only look here. The socket says it for certain, a moment
 * later; a browser that tells the page nothing of its headers waits for that.
 */
export function saidReadOnly(): boolean {
  const [page] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  return page?.serverTiming?.some(({ name }) => name === 'read-only') ?? false;
}
