// The addresses that a model may write. One reading only: where the text and the URL that it means could be taken for
// two different hosts, it is refused, because rules and grants go by the text and connections by the meaning.
import { AppError } from '@slipstream/protocol';

const maxUrlLength = 4000;
const localNames = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion)$/;

/** Throws AppError with a sentence for the model. */
export function toWebUrl(text: string): URL {
  if (text.length > maxUrlLength) throw refused('The URL is too long.');
  if (!/^https?:\/\//i.test(text)) throw refused('Only http:// and https:// URLs can be fetched.');
  if (!/^[!-~]+$/.test(text) || text.includes('\\'))
    throw refused('Write the URL in ASCII, with everything else percent-encoded, and without spaces.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refused('This is not a URL.');
  const written = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
  if (written.includes('@')) throw refused('The URL may not hold a user name or password.');
  const host = written.replace(/:\d*$/, '').toLowerCase();
  if (host !== url.hostname || host.endsWith('.'))
    throw refused(`The host is not written in its plain form${url.hostname ? `, ${url.hostname}` : ''}.`);
  checkHop(url);
  return url;
}

/** What holds for every hop, also for those that a server names. */
export function checkHop(url: URL): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(`It leads to a ${url.protocol.slice(0, 20)} address; only http and https can be fetched.`);
  if (url.username !== '' || url.password !== '')
    throw refused('It leads to a URL with a user name or password in it.');
}

/** Names that mean something only on this machine or in its network, whatever they are looked up to. */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || localNames.test(name);
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message);
}
