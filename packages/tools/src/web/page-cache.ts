// Pages that a turn has fetched already, so that reading on costs no second request. A turn sees only its own; what is
// kept is bounded, and the oldest goes first.

export type CachedPage = { head: string; text: string; isError: boolean };

export type PageCache = {
  get(turnId: string, url: string): CachedPage | undefined;
  set(turnId: string, url: string, page: CachedPage): void;
};

export function createPageCache(maxPages: number, maxLength: number): PageCache {
  const pages = new Map<string, CachedPage>();
  let length = 0;
  const drop = (key: string) => {
    length -= pages.get(key)?.text.length ?? 0;
    pages.delete(key);
  };
  return {
    get: (turnId, url) => pages.get(`${turnId} ${url}`),
    set(turnId, url, page) {
      if (page.text.length > maxLength) return;
      const key = `${turnId} ${url}`;
      drop(key);
      pages.set(key, page);
      length += page.text.length;
      for (const oldest of pages.keys()) {
        if (pages.size <= maxPages && length <= maxLength) break;
        drop(oldest);
      }
    },
  };
}
