// The bounds of the web tools. Times are milliseconds.

export type WebLimits = {
  /** For one fetch, all its hops and its body. */
  fetchMs: number;
  maxFetchBytes: number;
  maxRedirects: number;
  /** How long a page may take to become Markdown before its worker is ended. */
  convertMs: number;
  /** What of a page is turned into Markdown, in characters of HTML. */
  maxHtmlLength: number;
  /** Pages and characters kept for the turns that run. */
  maxCachedPages: number;
  maxCachedLength: number;
};

export const defaultWebLimits: WebLimits = {
  fetchMs: 30_000,
  maxFetchBytes: 5 * 1024 * 1024,
  maxRedirects: 5,
  convertMs: 20_000,
  maxHtmlLength: 2 * 1024 * 1024,
  maxCachedPages: 64,
  maxCachedLength: 8 * 1024 * 1024,
};
