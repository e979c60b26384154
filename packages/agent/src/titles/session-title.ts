// A session's title by rule: what it has until a model has named it, or where none can.

/** What a session is called that was made before its first message. */
export const untitled = 'New chat';

/** A title from the first message: its first line with words in it, cut at a word or a character, 60 at most. */
export function toSessionTitle(text: string): string {
  const line =
    text
      .split('\n')
      .map((each) => each.replace(/\s+/g, ' ').trim())
      .find((each) => /[\p{L}\p{N}]/u.test(each)) ?? text.trim();
  const characters = [...line];
  if (characters.length <= 60) return line || untitled;
  const cut = characters.slice(0, 59).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > 30 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
