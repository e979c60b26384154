// Which addresses a model's text may link to. Everything else is shown as words.

const allowed = new Set(['http:', 'https:', 'mailto:']);

const ownImage = /^\/api\/attachments\/[0-9a-f-]{36}$/i;

/** The address of an image that this server keeps, or null: no image comes from anywhere else. */
export function toOwnImage(address: string | undefined): string | null {
  return address !== undefined && ownImage.test(address) ? address : null;
}

/** The address as the browser would read it, or null where a link must not be made. */
export function toSafeLink(address: string | undefined): string | null {
  if (!address) return null;
  // A relative address would point into this page, which the model does not know.
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return null;
  try {
    const url = new URL(address);
    return allowed.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
