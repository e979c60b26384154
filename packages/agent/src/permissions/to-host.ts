/** The host of an http or https URL in lower case; undefined for all else, also for one with a user in it. */
export function toHost(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  // Written by hand, since this package has no URL of its own: scheme, no user, host, optional port.
  const match = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?#]|$)/i.exec(url.trim());
  return match?.[1]?.toLowerCase();
}
