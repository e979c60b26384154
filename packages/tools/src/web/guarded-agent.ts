// Connections to allowed addresses only. The check is made where the connection is: for literal addresses before
// connecting, for names on every address that they are looked up to, and what was checked is what is connected to. A
// name cannot be checked once and mean something else a moment later.
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '@slipstream/protocol';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { isLocalName } from './web-url.ts';

export type ResolvedAddress = { address: string; family: number };

/** Who may be connected to, and how names become addresses. Replaced in tests only; no setting leads here. */
export type WebGuard = {
  isAllowed(address: string): boolean;
  isAllowedName(host: string): boolean;
  resolve(host: string): Promise<ResolvedAddress[]>;
};

export const publicOnly: WebGuard = {
  isAllowed: isPublicAddress,
  isAllowedName: (host) => !isLocalName(host),
  resolve: (host) => systemLookup(host, { all: true, verbatim: true }),
};

const connectTimeoutMs = 10_000;

/** The caller destroys it. Refusals are AppErrors, perhaps inside what the fetch throws. */
export function createGuardedAgent(guard: WebGuard): Agent {
  const lookup: LookupFunction = (host, options, done) => {
    resolveAllowed(guard, host).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else if (first) done(null, first.address, first.family);
        else done(notFound(host), '', 4);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 4),
    );
  };
  const connect = buildConnector({ lookup, timeout: connectTimeoutMs });
  return new Agent({
    connect(options, done) {
      const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
      if (isIP(host) !== 0 && !guard.isAllowed(host)) done(notPublic(host), null);
      else connect(options, done);
    },
    // One request is one connection: nothing is kept that a later call could find open.
    pipelining: 0,
    maxHeaderSize: 64 * 1024,
  });
}

/** One address that is not allowed is enough to refuse the name: which one is used is not for the name to choose. */
async function resolveAllowed(guard: WebGuard, host: string): Promise<ResolvedAddress[]> {
  if (!guard.isAllowedName(host)) throw notPublic(host);
  const addresses = await guard.resolve(host);
  if (addresses.length === 0) throw notFound(host);
  if (!addresses.every(({ address }) => guard.isAllowed(address))) throw notPublic(host);
  return addresses;
}

function notPublic(host: string): AppError {
  return new AppError(
    'forbidden',
    `${host} is not on the public Internet, so it is not fetched. Local and private addresses are closed to this tool.`,
  );
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
}
