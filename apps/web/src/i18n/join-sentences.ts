// Sentences one after the other: with a space between them, but after a full-width mark, which has its own.

export function gapAfter(text: string): '' | ' ' {
  return /[。！？：；，、）”]$/.test(text) ? '' : ' ';
}

/** Without those that say nothing. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences
    .filter((sentence) => sentence !== '')
    .reduce((joined, next) => (joined === '' ? next : `${joined}${gapAfter(joined)}${next}`), '');
}
