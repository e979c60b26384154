// Finds entries of memory by words: rare words count more than common ones, Chinese by pairs of characters. Pure.

export type MemoryEntry = { path: string; text: string };
export type MemoryHit = MemoryEntry & { score: number };

const wide = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+/g;
const word = /[\p{L}\p{N}_]{2,}/gu;
const common = new Set(
  'the and for that this with you are was have has not but what when where who how why can could would should from into about there their they will been just like some any all our your its his her him she them then than did does do is it in on of to an as at be by or we us if so no yes me my'.split(
    ' ',
  ),
);

/** What texts are compared by. */
export function toTerms(text: string): Set<string> {
  const terms = new Set<string>();
  const lower = text.toLowerCase();
  for (const [run] of lower.matchAll(wide)) {
    if (run.length === 1) terms.add(run);
    for (let index = 0; index + 1 < run.length; index += 1) terms.add(run.slice(index, index + 2));
  }
  for (const [found] of lower.replace(wide, ' ').matchAll(word)) if (!common.has(found)) terms.add(found);
  return terms;
}

/** The best first, at most `limit`; of equal ones the later. An entry without any of the words is no hit. */
export function searchMemory(entries: readonly MemoryEntry[], query: string, limit: number): MemoryHit[] {
  const wanted = toTerms(query);
  const terms = entries.map(({ text }) => toTerms(text));
  const frequency = new Map<string, number>();
  for (const term of wanted) frequency.set(term, terms.filter((each) => each.has(term)).length);
  return entries
    .map((entry, index) => {
      let score = 0;
      for (const term of wanted)
        if (terms[index]?.has(term)) score += Math.log(1 + entries.length / (frequency.get(term) || 1));
      return { ...entry, score, index };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.index - a.index)
    .slice(0, limit)
    .map(({ index: _, ...hit }) => hit);
}
