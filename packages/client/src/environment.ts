// What the client needs from the place it runs in: sockets, requests, storage, time, chance, and what the device says
// of itself. Everything is handed in or taken from the globals that browsers and Node share; nothing else is global.

export type SocketEvent = { readonly type: string; readonly data?: unknown; readonly code?: number };

/** The part of the browser's WebSocket that is used; Node's own and the `ws` package have it too. */
export type Socket = {
  send(text: string): void;
  close(code?: number): void;
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: SocketEvent) => void,
  ): void;
};

/** The part of localStorage that is used. Any call may throw (full, or forbidden); the outbox then lives in memory. */
export type OutboxStorage = {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/** Runs `run` once after `delayMs`; the returned function cancels it, and does nothing once it has run. */
export type SetTimer = (delayMs: number, run: () => void) => () => void;

export type DeviceSignal = 'online' | 'offline' | 'visible';

/** What the device and the page say of themselves; hints only, since loopback works without any network. */
export type Device = {
  isOnline(): boolean;
  listen(listener: (signal: DeviceSignal) => void): () => void;
};

export type ClientOptions = {
  /** Where the server is, such as `http://127.0.0.1:8787` or the page's own origin. */
  baseUrl: string;
  /** Makes the UUIDs of messages. */
  newId: () => string;
  /** A program that signs in by header or cookie hands in a class and a fetch that add them. */
  WebSocket?: new (
    url: string,
  ) => Socket;
  fetch?: typeof globalThis.fetch;
  /** Null keeps unacknowledged messages in memory only. */
  storage?: OutboxStorage | null;
  now?: () => number;
  setTimer?: SetTimer;
  /** Uniform in [0, 1). */
  random?: () => number;
  /** What is known of `readOnly` before the server says it; else that it is an ordinary one. */
  readOnly?: boolean;
  device?: Device;
};

export type Environment = Required<ClientOptions>;

/** Fills in what was not handed in. Throws a TypeError where `baseUrl` is no URL. */
export function toEnvironment(options: ClientOptions): Environment {
  return {
    baseUrl: withoutSlash(new URL(options.baseUrl)),
    newId: options.newId,
    WebSocket: options.WebSocket ?? globalThis.WebSocket,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    storage: options.storage === undefined ? pageStorage() : options.storage,
    now: options.now ?? Date.now,
    setTimer: options.setTimer ?? setTimer,
    random: options.random ?? Math.random,
    readOnly: options.readOnly ?? false,
    device: options.device ?? pageDevice(),
  };
}

function withoutSlash(url: URL): string {
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function setTimer(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}

/** Browsers throw where the user forbids storage. */
function pageStorage(): OutboxStorage | null {
  try {
    return typeof document === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

function pageDevice(): Device {
  if (typeof document === 'undefined') return { isOnline: () => true, listen: () => () => {} };
  return {
    isOnline: () => navigator.onLine,
    listen(listener) {
      const online = () => listener('online');
      const offline = () => listener('offline');
      const visibility = () => {
        if (document.visibilityState === 'visible') listener('visible');
      };
      window.addEventListener('online', online);
      window.addEventListener('offline', offline);
      document.addEventListener('visibilitychange', visibility);
      return () => {
        window.removeEventListener('online', online);
        window.removeEventListener('offline', offline);
        document.removeEventListener('visibilitychange', visibility);
      };
    },
  };
}
