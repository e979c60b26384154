// Which names a request may call this server by. Decides by the Host header alone; a peer's address proves nothing,
// since any page in the user's browser has the same one.

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Whether only programs of this machine can reach a server that listens on `host`. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

/** The name of a Host header without its port, in lower case; null when it is not a host with an optional port. */
export function toHostName(header: string | undefined): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header ?? '');
  return match?.[1]?.toLowerCase() ?? null;
}

/**
 * The check for a server that listens on `host`. Bound to loopback, only loopback's names and the listed ones pass:
 * a foreign name that resolves to this machine is how a page elsewhere would get in. Bound to other addresses every
 * name passes unless some are listed, since a token is needed then.
 */
export function createHostCheck(
  host: string,
  allowedHosts: readonly string[],
): (header: string | undefined) => boolean {
  const loopback = isLoopback(host);
  const names = new Set([...loopbackNames, bracketed(host.toLowerCase()), ...allowedHosts]);
  const anyName = !loopback && allowedHosts.length === 0;
  return (header) => {
    const name = toHostName(header);
    return name !== null && (anyName || names.has(name));
  };
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
