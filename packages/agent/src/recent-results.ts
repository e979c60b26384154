// The last few results of something that is asked the same again and again. Keys are lists that are compared piece by
// piece, texts by what they say; who asks gets the same object again, so that many hold it once.

export type RecentResults<Key, Result> = (key: readonly Key[], make: () => Result) => Result;

/** `make` must depend on nothing but the key. */
export function createRecentResults<Key, Result>(most: number): RecentResults<Key, Result> {
  let recent: { key: readonly Key[]; result: Result }[] = [];
  return (key, make) => {
    const found = recent.findIndex((each) => isSame(each.key, key));
    const entry = recent[found] ?? { key, result: make() };
    if (found !== 0) recent = [entry, ...recent.filter((each) => each !== entry)].slice(0, most);
    return entry.result;
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((piece, index) => piece === other[index]);
}
