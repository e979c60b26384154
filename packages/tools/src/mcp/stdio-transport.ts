// Speaks MCP with a program over its standard streams, started as commands are: its own process group, a clean
// environment, the sandbox where there is one. Nothing that it started is alive when `close` resolves.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import type { Clock } from '@slipstream/agent';
import type { Launch } from '../shell/launch.ts';
import { carriesMarker, isInNamespace, killAll, sendSignal } from '../shell/process-search.ts';
import { readSandboxStatus } from '../shell/sandbox-status.ts';
import { tailWithin } from '../text/cut-text.ts';
import { programEnded } from './connect-problem.ts';

/** `stderr` and `pid` are how the MCP client tells that this is a program. `lastWords` is the end of its stderr. */
export type StdioTransport = Transport & {
  stderr: null;
  pid: number | null;
  lastWords(): string;
};

const maxMessageBytes = 16 * 1024 * 1024;
const maxLastWords = 1024;
/** Between the closed input, which is the request to end, and the signal that cannot be ignored. */
const closeGraceMs = 500;
const drainMs = 200;

export function createStdioTransport(launch: Launch, clock: Clock): StdioTransport {
  const incoming = new ReadBuffer({ maxBufferSize: maxMessageBytes });
  const ended = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  let lastWords = '';
  let isClosing = false;

  const transport: StdioTransport = {
    stderr: null,
    pid: null,
    lastWords: () => lastWords,
    start() {
      const started = spawn(launch.file, launch.args, {
        cwd: launch.cwd,
        env: launch.environment,
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe', ...(launch.sandboxed ? (['pipe'] as const) : [])],
      });
      child = started;
      transport.pid = started.pid ?? null;
      const status = launch.sandboxed ? readSandboxStatus(started.stdio?.[3]) : undefined;
      const drained = new Promise<void>((resolve) => started.stdout?.once('close', () => resolve()));
      started.stdin?.on('error', (error) => transport.onerror?.(error));
      started.stdout?.on('error', (error) => transport.onerror?.(error));
      started.stdout?.on('data', (chunk: Buffer) => receive(chunk));
      started.stderr?.on('error', () => undefined);
      started.stderr?.on('data', (chunk: Buffer) => {
        lastWords = tailWithin(lastWords + chunk.toString('utf8'), maxLastWords);
      });
      started.once('exit', () => void end());
      const end = async () => {
        const sandbox = await status?.info;
        await killAll(
          carriesMarker(launch.marker),
          ...(sandbox ? [isInNamespace(sandbox.pidNamespace)] : []),
        );
        // What it said last may still be on its way.
        await within(clock, drainMs, drained);
        for (const stream of started.stdio ?? []) stream?.destroy();
        incoming.clear();
        await launch.release();
        ended.resolve();
        transport.onclose?.();
      };
      return new Promise((resolve, reject) => {
        started.once('spawn', resolve);
        started.once('error', (error) => {
          void launch.release();
          ended.resolve();
          reject(error);
        });
      });
    },
    send(message) {
      const stdin = child?.stdin;
      if (!stdin?.writable) return Promise.reject(new Error(programEnded));
      return new Promise((resolve, reject) => {
        stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
      });
    },
    async close() {
      if (!child?.pid) {
        await launch.release();
        return;
      }
      if (!isClosing) {
        isClosing = true;
        child.stdin?.end();
        await within(clock, closeGraceMs, ended.promise);
        if (child.exitCode === null && child.signalCode === null) kill();
      }
      await ended.promise;
    },
  };

  function kill(): void {
    if (child?.pid !== undefined) sendSignal(launch.sandboxed ? child.pid : -child.pid, 'SIGKILL');
  }

  function receive(chunk: Buffer): void {
    try {
      incoming.append(chunk);
    } catch (error) {
      // A message beyond all bounds: whatever follows cannot be read any more.
      transport.onerror?.(toError(error));
      kill();
      return;
    }
    for (;;) {
      let message: JSONRPCMessage | null;
      try {
        message = incoming.readMessage();
      } catch (error) {
        transport.onerror?.(toError(error));
        continue;
      }
      if (message === null) return;
      transport.onmessage?.(message);
    }
  }

  return transport;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Resolves with the promise, or when the time is up. */
function within(clock: Clock, ms: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve);
    void promise.then(() => {
      cancel();
      resolve();
    });
  });
}
