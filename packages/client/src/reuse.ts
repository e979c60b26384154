// Keeps identity: what came again over the wire unchanged stays the object that was there, so that nothing is painted
// twice.

/** `next`, with every part that equals the same part of `previous` replaced by that. For JSON values. */
export function reuse<T>(previous: unknown, next: T): T {
  if (Object.is(previous, next)) return next;
  if (Array.isArray(previous) && Array.isArray(next)) {
    const items = next.map((item, index) => reuse(previous[index], item));
    const same = items.length === previous.length && items.every((item, index) => item === previous[index]);
    return (same ? previous : items) as T;
  }
  if (!isRecord(previous) || !isRecord(next)) return next;
  const keys = Object.keys(next);
  const entries = keys.map((key) => [key, reuse(previous[key], next[key])] as const);
  const same =
    keys.length === Object.keys(previous).length &&
    entries.every(([key, value]) => Object.hasOwn(previous, key) && value === previous[key]);
  return (same ? previous : Object.fromEntries(entries)) as T;
}

/** The same for a list in which things move: each is compared with the one of the same id. */
export function reuseById<T extends { readonly id: string }>(
  previous: readonly T[],
  next: readonly T[],
): readonly T[] {
  const known = new Map(previous.map((item) => [item.id, item]));
  const items = next.map((item) => reuse(known.get(item.id), item));
  const same = items.length === previous.length && items.every((item, index) => item === previous[index]);
  return same ? previous : items;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
