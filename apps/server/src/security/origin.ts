// Whether the site that a browser speaks for may use this server: only its own pages may. Judges by the headers that
// a page cannot forge; a program that is no browser sends none of them and is judged by its credentials.

export type SiteHeaders = {
  method: string;
  host: string | undefined;
  origin: string | undefined;
  fetchSite: string | undefined;
  fetchMode: string | undefined;
  fetchDest: string | undefined;
};

/**
 * An Origin must name exactly the host and port that the request is sent to (or be `devOrigin`); `null` never passes.
 * What browsers mark as coming from another site or another port passes only when a person follows a link.
 */
export function isOwnSite(headers: SiteHeaders, devOrigin: string | undefined): boolean {
  const { origin } = headers;
  if (origin !== undefined) return origin === devOrigin || isSameHost(origin, headers.host);
  const { fetchSite } = headers;
  if (fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none') return true;
  return isNavigation(headers);
}

/** The scheme is left open: behind a proxy that ends TLS the page is https while this server speaks http. */
function isSameHost(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return false;
  const own = `${url.protocol}//${host}`;
  return URL.canParse(own) && new URL(own).origin === origin;
}

function isNavigation(headers: SiteHeaders): boolean {
  const reads = headers.method === 'GET' || headers.method === 'HEAD';
  return reads && headers.fetchMode === 'navigate' && headers.fetchDest === 'document';
}
