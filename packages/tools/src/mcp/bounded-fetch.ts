// `fetch` whose answers cannot fill the memory: an answer, or one event of a stream of them, that grows beyond the bound
// breaks off.

const maxBytes = 16 * 1024 * 1024;

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `onTooLarge` hears of it, too: whoever reads a stream may take its end for a lost connection and wait. */
export function createBoundedFetch(onTooLarge: () => void): Fetch {
  return async (url, init) => toBounded(await fetch(url, init), onTooLarge);
}

function toBounded(response: Response, onTooLarge: () => void): Response {
  if (!response.body) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const end = isStream ? endOfEvent(chunk) : -1;
        bytes = end < 0 ? bytes + chunk.length : chunk.length - end;
        if (bytes <= maxBytes) return controller.enqueue(chunk);
        controller.error(new Error('The answer is too large.'));
        onTooLarge();
      },
    }),
  );
  const bounded = new Response(counted, response);
  // Redirects are judged by it, and a response made by hand has none.
  Object.defineProperty(bounded, 'url', { value: response.url });
  return bounded;
}

/** Behind the last empty line of the chunk; -1 where there is none. */
function endOfEvent(chunk: Uint8Array): number {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n'));
}
