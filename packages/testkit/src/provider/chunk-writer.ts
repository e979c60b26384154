// Writes an answer as server-sent chat.completion chunks onto one response. Headers go out with the first chunk, so
// that a script can still answer with an error; a slow reader is waited for.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Usage } from '@slipstream/protocol';
import { toWireUsage } from './wire-usage.ts';

export type ChunkWriter = {
  open(): void;
  delta(delta: Record<string, unknown>, finishReason?: string | null): Promise<void>;
  /** Several deltas in one write. Drops nothing, but does not wait for a slow reader: ask `congested` first. */
  deltasNow(deltas: readonly Record<string, unknown>[]): void;
  congested(): boolean;
  usage(usage: Usage): Promise<void>;
  chunk(chunk: unknown): Promise<void>;
  raw(bytes: string | Uint8Array): Promise<void>;
};

export function createChunkWriter(
  response: ServerResponse,
  signal: AbortSignal,
  { id, model }: { id: string; model: string },
): ChunkWriter {
  const envelope = { id, object: 'chat.completion.chunk', created: 1_767_225_600, model };
  const toEvent = (chunk: unknown) => `data: ${JSON.stringify(chunk)}\n\n`;
  const toChunk = (delta: Record<string, unknown>, finishReason: string | null) => ({
    ...envelope,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
  let started = false;

  function open(): void {
    if (response.headersSent) return;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    response.flushHeaders();
  }

  function opening(): string {
    if (started) return '';
    started = true;
    return toEvent(toChunk({ role: 'assistant', content: '' }, null));
  }

  async function write(bytes: string | Uint8Array): Promise<void> {
    signal.throwIfAborted();
    open();
    if (!response.write(bytes)) await once(response, 'drain', { signal });
  }

  return {
    open,
    delta: (delta, finishReason = null) => write(opening() + toEvent(toChunk(delta, finishReason))),
    deltasNow(deltas) {
      open();
      response.write(opening() + deltas.map((delta) => toEvent(toChunk(delta, null))).join(''));
    },
    congested: () => response.writableNeedDrain,
    usage: (usage) => write(toEvent({ ...envelope, choices: [], usage: toWireUsage(usage) })),
    chunk: (chunk) => write(toEvent(chunk)),
    raw: write,
  };
}
