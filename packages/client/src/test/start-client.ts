// A client on a scripted server with everything else in the test's hands, and a way to wait that never sleeps.
import { WebSocket } from 'ws';
import { createClient } from '../client.ts';
import type { ClientOptions, OutboxStorage, Socket } from '../environment.ts';
import type { Client } from '../types.ts';
import {
  createFakeClock,
  createFakeDevice,
  createIds,
  createMemoryStorage,
  createRandom,
  type FakeClock,
  type FakeDevice,
} from './fake-environment.ts';
import type { ScriptedServer } from './scripted-server.ts';

export type TestClient = Client & {
  clock: FakeClock;
  device: FakeDevice;
  storage: OutboxStorage & { entries: Map<string, string> };
};

/** Keeps the cookie as a browser does. */
function createBrowser(): Pick<Required<ClientOptions>, 'fetch' | 'WebSocket'> {
  let cookie = '';
  return {
    async fetch(input, init) {
      const response = await fetch(input, { ...init, headers: { ...init?.headers, cookie } });
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
      return response;
    },
    WebSocket: class extends WebSocket {
      constructor(url: string) {
        super(url, { headers: cookie ? { cookie } : {} });
      }
    } as unknown as new (
      url: string,
    ) => Socket,
  };
}

export function makeClient(
  server: Pick<ScriptedServer, 'baseUrl'>,
  options: Partial<ClientOptions> & { storage?: TestClient['storage'] } = {},
): TestClient {
  const clock = createFakeClock();
  const device = createFakeDevice();
  const storage = options.storage ?? createMemoryStorage();
  const client = createClient({
    ...createBrowser(),
    newId: createIds(),
    now: clock.now,
    setTimer: clock.setTimer,
    random: createRandom(1),
    device,
    ...options,
    baseUrl: server.baseUrl,
    storage,
  });
  return { ...client, clock, device, storage };
}

/** Starts it and waits until it is online. */
export async function startClient(...args: Parameters<typeof makeClient>): Promise<TestClient> {
  const client = makeClient(...args);
  client.start();
  await until(client, () => client.connection().phase === 'online');
  return client;
}

/** Resolves as soon as the condition holds, which is looked at after every change that the source tells of. */
export function until(
  source: { listen(listener: () => void): () => void },
  condition: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = source.listen(check);
    function check(): void {
      if (!condition()) return;
      stop();
      resolve();
    }
    check();
  });
}

/** Lets the client wait no longer for its next try. */
export async function retried(client: TestClient): Promise<void> {
  await until(client, () => client.connection().retryAt !== null);
  client.clock.advance((client.connection().retryAt ?? 0) - client.clock.now());
}
