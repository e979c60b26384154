// HTML to bare text in one pass that no page can make slow: what is shown when the reading of a page fails or takes
// too long. Makes no claim to beauty.

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const silent = ['script', 'style', 'noscript', 'template', 'svg', 'head'];
const breaking = /^\/?(p|div|br|li|ul|ol|tr|table|h[1-6]|section|article|header|footer|pre|blockquote|hr)$/;

export function toPlainText(html: string): string {
  const parts: string[] = [];
  // Letter by letter, since some characters change their length otherwise.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    parts.push(html.slice(at, open < 0 ? html.length : open));
    if (open < 0) break;
    const comment = html.startsWith('<!--', open);
    const close = html.indexOf(comment ? '-->' : '>', open);
    if (close < 0) break;
    at = close + (comment ? 3 : 1);
    if (comment) continue;
    const name = /^[/a-z0-9]{1,12}/.exec(lower.slice(open + 1, open + 14))?.[0] ?? '';
    if (breaking.test(name)) parts.push('\n');
    if (!silent.includes(name)) continue;
    const end = lower.indexOf(`</${name}`, at);
    if (end < 0) break;
    at = end;
  }
  return parts
    .join('')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, toCharacter)
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function toCharacter(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
