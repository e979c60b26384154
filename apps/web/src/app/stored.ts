// What this browser remembers between visits. Storage may be full or forbidden: then nothing is remembered, and
// nothing else changes.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** An empty text or null removes the entry. */
export function writeStored(key: string, value: string | null) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // Private windows and full disks: the page works without its memory.
  }
}
