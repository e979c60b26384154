// One HTTP request, read in batches: everything that came since the last look is one event, and looking needs no
// promise, so that nothing is awaited per token. It owns the socket: `close` destroys it at once, from any state.
import type { Clock } from '@slipstream/agent';
import type { Dispatcher } from 'undici';
import type { Headers } from '../failure/retry-after.ts';

export type UpstreamRequest = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
};

export type UpstreamEvent =
  /** First, unless the request failed before. */
  | { type: 'head'; status: number; headers: Headers }
  | { type: 'bytes'; chunks: readonly Uint8Array[] }
  | { type: 'ended' }
  /** The connection failed, before or after the head. */
  | { type: 'broken'; error: Error }
  /** Not a byte came for as long as the limit says. */
  | { type: 'idle' }
  | { type: 'closed' };

export type Upstream = {
  /** The next event, or undefined while there is none. The last four types are final and come again. */
  take(): UpstreamEvent | undefined;
  /** Calls back once, as soon as `take` has an event. It is called from inside the connection: return soon. */
  whenReady(wake: () => void): void;
  /** How long nothing may come from now on. */
  limitIdle(ms: number): void;
  /** Destroys the socket at once; the next event is `closed`. */
  close(): void;
  /** Nothing more is wanted. The socket is kept for the next request if the body ends by itself very soon. */
  release(): void;
};

/** A slow reader holds at most about this much; then the socket is not read from. */
const highWaterBytes = 1024 * 1024;
/** How long and how much a body may go on after its last useful byte before its socket is given up. */
const releaseMs = 250;
const releaseBytes = 64 * 1024;

export function openUpstream(
  dispatcher: Dispatcher,
  request: UpstreamRequest,
  { clock, idleMs }: { clock: Clock; idleMs: number },
): Upstream {
  let controller: Dispatcher.DispatchController | undefined;
  let head: Extract<UpstreamEvent, { type: 'head' }> | undefined;
  let chunks: Uint8Array[] = [];
  let size = 0;
  let last: UpstreamEvent | undefined;
  let released = false;
  let wake: (() => void) | undefined;
  let limit = idleMs;
  let lastByteAt = clock.now();
  let cancelTimer = clock.after(limit, onTimer);

  function onTimer(): void {
    const left = lastByteAt + limit - clock.now();
    // While the socket is not read from, silence is ours and not the provider's.
    if (controller?.paused || left > 0) cancelTimer = clock.after(left > 0 ? left : limit, onTimer);
    else {
      finish({ type: 'idle' });
      destroy();
    }
  }

  function finish(event: UpstreamEvent): void {
    if (last) return;
    last = event;
    cancelTimer();
    wakeUp();
  }

  function wakeUp(): void {
    const waiting = wake;
    wake = undefined;
    waiting?.();
  }

  function destroy(): void {
    controller?.abort(new Error('The answer is no longer wanted.'));
  }

  function close(): void {
    finish({ type: 'closed' });
    chunks = [];
    head = undefined;
    destroy();
  }

  function take(): UpstreamEvent | undefined {
    if (head) {
      const event = head;
      head = undefined;
      return event;
    }
    if (chunks.length > 0) {
      const event: UpstreamEvent = { type: 'bytes', chunks };
      chunks = [];
      size = 0;
      if (controller?.paused) {
        lastByteAt = clock.now();
        controller.resume();
      }
      return event;
    }
    return last;
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (last) destroy();
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return;
      lastByteAt = clock.now();
      head = { type: 'head', status, headers };
      wakeUp();
    },
    onResponseData(_, chunk) {
      size += chunk.length;
      if (last) return;
      if (released) {
        if (size > releaseBytes) close();
        return;
      }
      lastByteAt = clock.now();
      chunks.push(chunk);
      if (size > highWaterBytes) controller?.pause();
      wakeUp();
    },
    onResponseEnd: () => finish({ type: 'ended' }),
    onResponseError: (_, error) => finish({ type: 'broken', error }),
  };

  const { origin, pathname, search } = new URL(request.url);
  dispatcher.dispatch(
    {
      origin,
      path: pathname + search,
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      body: request.body ?? null,
    },
    handler,
  );

  return {
    take,
    whenReady(callback) {
      wake = callback;
      if (head || chunks.length > 0 || last) wakeUp();
    },
    limitIdle(ms) {
      limit = ms;
      if (last) return;
      cancelTimer();
      cancelTimer = clock.after(Math.max(0, lastByteAt + limit - clock.now()), onTimer);
    },
    close,
    release() {
      if (last || released) return;
      released = true;
      chunks = [];
      size = 0;
      if (controller?.paused) controller.resume();
      cancelTimer();
      cancelTimer = clock.after(releaseMs, close);
    },
  };
}

/** Waits for the next event. One caller at a time. */
export async function nextEvent(upstream: Upstream): Promise<UpstreamEvent> {
  let event = upstream.take();
  while (!event) {
    await new Promise<void>((resolve) => upstream.whenReady(resolve));
    event = upstream.take();
  }
  return event;
}
