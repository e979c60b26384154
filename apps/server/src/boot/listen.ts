// Opens the port, and says in one sentence why it cannot be opened.
import type { AddressInfo } from 'node:net';
import { AppError } from '@slipstream/protocol';
import type { FastifyInstance } from 'fastify';

/** The URL that a person opens. Rejects with `invalid_config`. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw new AppError('invalid_config', sentence(cause, host, port), { cause });
  }
  const address = app.server.address() as AddressInfo;
  return toUrl(host, address.port);
}

/** An address that means "all of them" is opened by the loopback one. */
function toUrl(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function sentence(cause: unknown, host: string, port: number): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program; stop that, or set PORT to another number (0 picks a free one).`;
    case 'EACCES':
      return `Port ${port} may not be opened by this user; set PORT to a number above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is no address of this machine; set it to 127.0.0.1, or to 0.0.0.0 for all.`;
    default:
      return `The server cannot listen on ${host}, port ${port}: ${message}`;
  }
}
