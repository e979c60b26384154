// The one pool of connections to providers.
import { Agent, type Dispatcher } from 'undici';

let shared: Dispatcher | undefined;

/**
 * HTTP/1.1 only: one request has one socket, so that closing it is the plainest and the most certain way to tell a
 * provider to stop. Waiting is limited by the reader of the answer, not here.
 */
export function sharedDispatcher(): Dispatcher {
  shared ??= new Agent({
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10_000 },
  });
  return shared;
}
