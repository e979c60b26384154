// Which paths fit what somebody has typed of one, the likeliest first. Pure; how the paths were found is not its
// business.

/** How well a path fits, the smaller the better; null where it does not. `wanted` is in lower case. */
function toRank(path: string, wanted: string): number | null {
  const whole = path.toLowerCase();
  const name = whole.replace(/\/$/, '').split('/').at(-1) ?? '';
  if (name === wanted || whole === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (whole.startsWith(wanted)) return 2;
  if (name.includes(wanted)) return 3;
  if (whole.includes(wanted)) return 4;
  if (holdsInOrder(name, wanted)) return 5;
  return holdsInOrder(whole, wanted) ? 6 : null;
}

/** The letters one after another, others between them allowed. */
function holdsInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + letter.length;
    if (at < letter.length) return false;
  }
  return true;
}

const depthOf = (path: string) => path.replace(/\/$/, '').split('/').length;

/** At most `limit` of the paths that fit `query`: of two that fit alike the shallower, the shorter, the earlier one. */
export function rankPaths(paths: readonly string[], query: string, limit: number): string[] {
  const wanted = query.trim().toLowerCase();
  const found: { path: string; rank: number; depth: number }[] = [];
  for (const path of paths) {
    const rank = toRank(path, wanted);
    if (rank !== null) found.push({ path, rank, depth: depthOf(path) });
  }
  found.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.depth - b.depth ||
      (wanted === '' ? 0 : a.path.length - b.path.length) ||
      (a.path < b.path ? -1 : 1),
  );
  return found.slice(0, limit).map(({ path }) => path);
}
