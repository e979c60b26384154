// How high the items of conversations were when they were last on the page, and a guess for those that never were:
// the room that an item takes which is not rendered.

/** More than any session that somebody scrolls through at once. */
const kept = 20_000;

const lineHeight = 26;
/** What stands around the text of a message. */
const around = 56;
const lineChars = 84;

const heights = new Map<string, number>();

export function heightOf(key: string, text: string): number {
  return heights.get(key) ?? guessHeight(text);
}

export function keepHeight(key: string, height: number): void {
  if (height <= 0) return;
  heights.delete(key);
  heights.set(key, height);
  const oldest = heights.keys().next().value;
  if (heights.size > kept && oldest !== undefined) heights.delete(oldest);
}

/** From the number of its characters (a Chinese one is twice as wide) and lines. */
export function guessHeight(text: string): number {
  let width = 0;
  let lines = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      lines += Math.ceil(width / lineChars);
      width = 0;
    } else width += code > 0x2e7f ? 2 : 1;
  }
  return around + (lines + Math.floor(width / lineChars)) * lineHeight;
}
