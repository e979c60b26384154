// The one socket: opens it, opens it again whenever it is lost, and says in which phase that is. Knows frames only as
// far as `ready` and pings; what else they mean, and what must be sent again, is decided by others.
import type { ClientFrame, ServerFrame } from '@slipstream/protocol';
import { backoffDelayMs } from './backoff.ts';
import type { Environment, Socket } from './environment.ts';
import { createLiveness, type Liveness } from './liveness.ts';
import type { ConnectionState } from './types.ts';

/** From opening to the `ready` frame; a socket that takes longer is given up. */
export const handshakeTimeoutMs = 10_000;

/** A connection that lasted this long was a good one: the next loss starts the backoff anew. */
const stableMs = 5_000;

/** The close code of a server that takes back an authorization. */
const unauthorizedCloseCode = 4401;

export type ConnectionEvents = {
  /** The socket is ready; frames can be sent. */
  online(): void;
  /** A ready socket is gone. `code` is the close code where there was one. */
  lost(code: number | undefined): void;
  /** A frame of a ready socket; never `ready` itself. */
  frame(frame: ServerFrame): void;
  changed(): void;
  /** Asks the server whether this client may talk to it: false only when the server said no. */
  isAuthorized(): Promise<boolean>;
};

export type Connection = {
  state(): ConnectionState;
  /** Whether the server said that it takes no changes. */
  readOnly(): boolean;
  /** Whether frames can be sent; already false when `lost` is called. */
  isReady(): boolean;
  start(): void;
  close(): void;
  /** Tries again now. A ready socket is asked for a sign of life instead. */
  retryNow(): void;
  /** The server wants the token: gives up until `retryNow` or `authorized`. */
  denied(): void;
  /** The token was accepted: tries again now. */
  authorized(): void;
  /** Sends on a ready socket; false when there is none. True does not mean that it arrives. */
  transmit(frame: ClientFrame): boolean;
};

export function createConnection(environment: Environment, events: ConnectionEvents): Connection {
  const { now, setTimer, device } = environment;
  const url = `${environment.baseUrl.replace(/^http/, 'ws')}/ws`;
  let state: ConnectionState = { phase: 'connecting', retryAt: null };
  let readOnly = environment.readOnly;
  let socket: Socket | null = null;
  let liveness: Liveness | null = null;
  let started = false;
  let wasOnline = false;
  let attempt = 0;
  let readyAt = 0;
  let cancelTimer = () => {};
  let stopListening = () => {};

  function show(phase: ConnectionState['phase'], retryAt: number | null): void {
    if (state.phase === phase && state.retryAt === retryAt) return;
    state = { phase, retryAt };
    events.changed();
  }

  function showTrying(retryAt: number | null): void {
    if (!device.isOnline()) show('offline', retryAt);
    else show(wasOnline ? 'reconnecting' : 'connecting', retryAt);
  }

  function connect(): void {
    cancelTimer();
    if (state.phase !== 'unauthorized') showTrying(null);
    let opened: Socket;
    try {
      opened = new environment.WebSocket(url);
    } catch {
      fail(undefined, false);
      return;
    }
    socket = opened;
    cancelTimer = setTimer(handshakeTimeoutMs, () => drop(opened, undefined));
    opened.addEventListener('message', ({ data }) => {
      if (socket === opened) receive(opened, data);
    });
    opened.addEventListener('close', ({ code }) => drop(opened, code));
    opened.addEventListener('error', () => {});
  }

  function receive(from: Socket, data: unknown): void {
    const frame = parseFrame(data);
    liveness?.heard();
    if (!frame) return;
    if (frame.type !== 'ready') {
      if (liveness) events.frame(frame);
      return;
    }
    if (liveness) return;
    cancelTimer();
    liveness = createLiveness({
      now,
      setTimer,
      ping: () => transmit({ type: 'ping' }),
      dead: () => drop(from, undefined),
    });
    wasOnline = true;
    readOnly = frame.readOnly === true;
    readyAt = now();
    show('online', null);
    events.online();
  }

  /** Ends the use of a socket at once: a close over a dead network would take minutes to be noticed. */
  function drop(from: Socket, code: number | undefined): void {
    if (socket !== from) return;
    socket = null;
    cancelTimer();
    liveness?.stop();
    const wasReady = liveness !== null;
    liveness = null;
    closeQuietly(from);
    if (wasReady && now() - readyAt >= stableMs) attempt = 0;
    if (wasReady) events.lost(code);
    if (started) fail(code, wasReady);
  }

  function fail(code: number | undefined, wasReady: boolean): void {
    if (state.phase !== 'unauthorized') tryLater();
    // A refused upgrade looks like any other failure to a browser; only a request shows the 401.
    if (!wasReady || code === unauthorizedCloseCode) void askAuthorization();
  }

  function tryLater(): void {
    const delayMs = backoffDelayMs(attempt, environment.random);
    attempt += 1;
    showTrying(now() + delayMs);
    cancelTimer = setTimer(delayMs, connect);
  }

  async function askAuthorization(): Promise<void> {
    const authorized = await events.isAuthorized();
    if (!started || liveness) return;
    if (!authorized) denied();
    // Another tab signed in, or there is no server to ask: no reason to wait for a token.
    else if (state.phase === 'unauthorized' && !socket) tryLater();
  }

  function denied(): void {
    if (!started) return;
    show('unauthorized', null);
    cancelTimer();
    if (socket) drop(socket, undefined);
  }

  function retryNow(): void {
    if (!started) return;
    if (liveness) {
      liveness.probe();
      return;
    }
    const stuck = socket;
    socket = null;
    if (stuck) closeQuietly(stuck);
    connect();
  }

  function transmit(frame: ClientFrame): boolean {
    if (!socket || !liveness) return false;
    try {
      socket.send(JSON.stringify(frame));
      return true;
    } catch {
      return false;
    }
  }

  return {
    state: () => state,
    readOnly: () => readOnly,
    isReady: () => liveness !== null,
    start() {
      if (started) return;
      started = true;
      stopListening = device.listen((signal) => {
        if (signal !== 'offline') retryNow();
        else if (liveness) liveness.probe();
        else if (state.phase !== 'unauthorized') showTrying(state.retryAt);
      });
      connect();
    },
    close() {
      started = false;
      stopListening();
      cancelTimer();
      if (socket) drop(socket, undefined);
    },
    retryNow,
    denied,
    authorized() {
      if (!started || liveness) return;
      attempt = 0;
      showTrying(null);
      retryNow();
    },
    transmit,
  };
}

function parseFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const frame: unknown = JSON.parse(data);
    const known = typeof frame === 'object' && frame !== null && 'type' in frame;
    return known ? (frame as ServerFrame) : null;
  } catch {
    return null;
  }
}

function closeQuietly(socket: Socket): void {
  try {
    socket.close();
  } catch {
    // A socket that cannot be closed is forgotten all the same.
  }
}
