// Where a link leads, and whether that must be said: a link may be called anything, also another address than its own.

/**
 * `never`: its text names the place already. `quietly`: by a pointer, by the focus, and beside it where there is neither.
 * `always`: its text names another place, or none, or looks like letters that it does not have.
 */
export type LinkPlace = { host: string; said: 'never' | 'quietly' | 'always' };

/** Nobody finds an address in more than this, and looking for one takes long. */
const longest = 500;

/** `target` is a safe address; `text` is what stands for it. */
export function toLinkPlace(target: string, text: string): LinkPlace {
  const { protocol, host: written, pathname } = new URL(target);
  const host = protocol === 'mailto:' ? decode(pathname) : written;
  const shown = text.replace(/\p{Cf}/gu, '').trim();
  if (shown === '' || shown.length > longest) return { host, said: 'always' };
  const named = [...shown.matchAll(address)].map((match) => match[0]).filter(isAddress);
  if (named.some((each) => !isSame(each, host)) || mixesLetters(named.join(' ')))
    return { host, said: 'always' };
  return { host, said: named.some((each) => toHost(each) === plain(host)) ? 'never' : 'quietly' };
}

/** With a scheme, or names with dots between them; what follows a name goes along. */
const address =
  /(?:[a-z][a-z\d+.-]*:\/\/|mailto:)[^\s<>"'()]+|[^\s<>"'()/:@.。．]+(?:[.。．@][^\s<>"'()/:@.。．]+)+(?:[:/][^\s<>"'()]*)?/giu;
/** Endings by which people know an address; of all others it may be a file. */
const known =
  /[.。．](?:com|org|net|edu|gov|mil|int|info|biz|io|ai|co|dev|app|me|tv|xyz|online|site|top|shop|cn|hk|tw|jp|kr|in|ru|de|fr|uk|nl|it|es|eu|ch|at|us|ca|au|br|xn--[a-z\d-]+|\P{ASCII}{2,})$/iu;

function isAddress(text: string): boolean {
  if (/^[a-z][a-z\d+.-]*:\/\/|^mailto:|^www\.|@/i.test(text)) return true;
  const [name = ''] = text.split(/[/:]/);
  return known.test(name);
}

/** The host that a browser would go to; null for what is no address after all. */
function toHost(text: string): string | null {
  const bare = text.replace(/[.,;!?。，；！？]+$/u, '');
  if (/^mailto:/i.test(bare) || /^[^/:@]+@[^/:@]+$/.test(bare))
    return bare.replace(/^mailto:/i, '').toLowerCase();
  try {
    return plain(new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(bare) ? bare : `https://${bare}`).host);
  } catch {
    return null;
  }
}

/** `example.com` also stands for a part of it, such as `docs.example.com`, but not the other way round. */
function isSame(text: string, host: string): boolean {
  // What stands before an @ in an address is no host, and is there to be taken for one.
  if (/^[a-z][a-z\d+.-]*:\/\/[^/]*@/i.test(text)) return false;
  const named = toHost(text);
  return named === null || named === plain(host) || plain(host).endsWith(`.${named}`);
}

function plain(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}

/** Latin letters beside those that look like them. Han, Kana and Hangul look like no others. */
function mixesLetters(text: string): boolean {
  const name = text.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').split(/[/?#]/)[0] ?? '';
  const others = name.replace(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\P{L}]/gu, '');
  return /\p{sc=Latn}/u.test(others) && /\P{sc=Latn}/u.test(others);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
