// A server on this machine and a web_fetch that may reach it, by names that only the test knows.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock, ToolResult } from '@slipstream/agent';
import { onTestFinished } from 'vitest';
import { publicOnly, type WebGuard } from '../web/guarded-agent.ts';
import { createWebFetch } from '../web/web-fetch.ts';
import { defaultWebLimits, type WebLimits } from '../web/web-limits.ts';
import { systemClock } from './workbench.ts';

/** Closed when the test is over. `url` is with the name good.test. */
export async function serve(listener: RequestListener): Promise<{ port: number; url: string }> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://good.test:${port}` };
}

export type TestWebOptions = { guard?: Partial<WebGuard>; limits?: Partial<WebLimits>; clock?: Clock };

/** Allows 127.0.0.1 besides what is public, and knows that good.test is there; other names it does not find. */
export const testGuard: WebGuard = {
  ...publicOnly,
  isAllowed: (address) => address === '127.0.0.1' || publicOnly.isAllowed(address),
  resolve: async (host) => (host.endsWith('good.test') ? [{ address: '127.0.0.1', family: 4 }] : []),
};

export function createTestFetch({ guard, limits, clock }: TestWebOptions = {}) {
  const tool = createWebFetch({
    clock: clock ?? systemClock,
    guard: { ...testGuard, ...guard },
    limits: { ...defaultWebLimits, ...limits },
    maxOutputBytes: 32 * 1024,
  });
  return async (
    args: Record<string, unknown>,
    { turnId = 'turn', signal = new AbortController().signal } = {},
  ): Promise<ToolResult> => {
    const parsed = tool.parse(args);
    if (!parsed.ok) return { output: parsed.problem, isError: true };
    return tool.run(parsed.input, {
      signal,
      turnId,
      workspace: '/',
      sessionId: 'session',
      callId: 'call',
      progress: () => undefined,
    });
  };
}
