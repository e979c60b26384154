// Addresses that cannot be decoded would be answered by the router itself, past the door and everything else; they
// become an ordinary address at which there is nothing.

const nowhere = '/unreadable';

export function toReadableUrl(url: string): string {
  const path = url.split(/[?#;]/, 1)[0] ?? '';
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return nowhere;
  }
}
