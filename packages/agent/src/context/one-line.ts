/** A text as one line of at most `length` UTF-16 units, with an ellipsis behind them where it was longer. */
export function toOneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length).toWellFormed()}…` : line;
}
