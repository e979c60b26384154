// How fine a text is streamed.

/**
 * Cuts text into what appears at once on the screen: a word with the space before it, or two Chinese characters.
 * Joined they equal the text.
 */
export function toPieces(text: string): string[] {
  return (
    text.match(
      /\s*(?:[\p{Script=Han}\u3000-\u303f\uff00-\uffef]{1,2}|[^\s\p{Script=Han}\u3000-\u303f\uff00-\uffef]+)|\s+$/gu,
    ) ?? []
  );
}
