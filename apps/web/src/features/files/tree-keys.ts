import type { TreeRow } from './tree-rows.ts';

/** Where a key leads from a row of the tree; undefined where it leads nowhere. A letter leads to what begins with it. */
export function toNextRow(rows: readonly TreeRow[], current: TreeRow, key: string): TreeRow | undefined {
  const index = rows.indexOf(current);
  switch (key) {
    case 'ArrowDown':
      return rows[index + 1];
    case 'ArrowUp':
      return index > 0 ? rows[index - 1] : undefined;
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    case 'ArrowRight': {
      const below = rows[index + 1];
      return below && below.depth > current.depth ? below : undefined;
    }
    case 'ArrowLeft':
      return rows.slice(0, index).findLast(({ depth }) => depth < current.depth);
  }
  if (!/^[\p{L}\p{N}._-]$/u.test(key)) return undefined;
  const letter = key.toLowerCase();
  return [...rows.slice(index + 1), ...rows.slice(0, index)].find(({ name }) =>
    name.toLowerCase().startsWith(letter),
  );
}
