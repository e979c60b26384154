import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientOptions, Socket, SocketEvent } from './environment.ts';
import { type ScriptedServer, startScriptedServer } from './test/scripted-server.ts';
import { makeClient, retried, startClient, type TestClient, until } from './test/start-client.ts';

let server: ScriptedServer;
const clients: TestClient[] = [];

beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await server.close();
});

async function start(options: Partial<ClientOptions> = {}) {
  const client = await startClient(server, options as Parameters<typeof makeClient>[1]);
  clients.push(client);
  return client;
}
function make(options: Partial<ClientOptions> = {}) {
  const client = makeClient(server, options as Parameters<typeof makeClient>[1]);
  clients.push(client);
  return client;
}
const phase = (client: TestClient, wanted: string) =>
  until(client, () => client.connection().phase === wanted);
const pings = () => server.frames.filter(({ type }) => type === 'ping').length;
/** What the client waits for at the moment, without the timers of requests that were answered long ago. */
const roundTrip = (client: TestClient) => client.unqueue('x', 'y');

describe('a lost socket', () => {
  it('is opened again, and the phases tell', async () => {
    const client = make();
    expect(client.connection()).toEqual({ phase: 'connecting', retryAt: null });
    client.start();
    await phase(client, 'online');
    server.cutAll();
    await until(client, () => client.connection().phase === 'reconnecting');
    const { retryAt } = client.connection();
    expect(retryAt).toBeGreaterThanOrEqual(client.clock.now());
    expect(retryAt).toBeLessThanOrEqual(client.clock.now() + 500);
    await retried(client);
    await phase(client, 'online');
    expect(client.connection().retryAt).toBeNull();
    expect(server.accepted()).toBe(2);
  });

  it('is tried after growing random delays up to 15 s, and soon again after a good connection', async () => {
    const client = await start({ random: () => 1 });
    await server.close();
    const delays: number[] = [];
    while (delays.length < 8) {
      await until(client, () => client.connection().retryAt !== null);
      delays.push((client.connection().retryAt ?? 0) - client.clock.now());
      await retried(client);
    }
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);

    server = await startScriptedServer(Number(new URL(server.baseUrl).port));
    await retried(client);
    await phase(client, 'online');
    client.clock.advance(5_000);
    server.cutAll();
    await until(client, () => client.connection().retryAt !== null);
    expect((client.connection().retryAt ?? 0) - client.clock.now()).toBe(500);
  });

  it('of a server that drops everybody at once is not opened at full speed', async () => {
    const client = await start({ random: () => 1 });
    const delays: number[] = [];
    while (delays.length < 4) {
      server.cutAll();
      await until(client, () => client.connection().retryAt !== null);
      delays.push((client.connection().retryAt ?? 0) - client.clock.now());
      await retried(client);
      await phase(client, 'online');
    }
    expect(delays).toEqual([500, 1000, 2000, 4000]);
  });

  it.each(['online', 'visible'] as const)('is tried at once when the device says %s', async (signal) => {
    const client = await start({ random: () => 1 });
    server.cutAll();
    await until(client, () => client.connection().retryAt !== null);
    client.device.signal(signal);
    expect(client.connection()).toEqual({ phase: 'reconnecting', retryAt: null });
    await phase(client, 'online');
  });

  it('is tried at once when asked to', async () => {
    const client = await start({ random: () => 1 });
    server.cutAll();
    await until(client, () => client.connection().retryAt !== null);
    client.reconnect();
    await phase(client, 'online');
    expect(client.clock.delays()).not.toContain(500);
  });
});

describe('a silent socket', () => {
  it('is asked after 15 quiet seconds, and stays while it answers', async () => {
    const client = await start();
    for (let round = 1; round <= 4; round += 1) {
      client.clock.advance(15_000);
      await until(server, () => pings() === round);
      await roundTrip(client);
    }
    expect(client.connection().phase).toBe('online');
    expect(server.accepted()).toBe(1);
  });

  it('is given up when no answer comes, and replaced', async () => {
    const client = await start();
    server.onFrame = () => true;
    client.clock.advance(15_000);
    expect(client.connection().phase).toBe('online');
    client.clock.advance(10_000);
    expect(client.connection().phase).toBe('reconnecting');
    await retried(client);
    await phase(client, 'online');
    expect(server.accepted()).toBe(2);
  });

  it('is asked at once when the page is shown again, and given up sooner', async () => {
    const client = await start();
    server.onFrame = () => true;
    client.device.signal('visible');
    await until(server, () => pings() === 1);
    client.clock.advance(4_000);
    expect(client.connection().phase).toBe('reconnecting');
  });

  it('is asked once more when the timer itself was held back by a sleep of the machine', async () => {
    const client = await start();
    client.clock.advance(15_000);
    client.clock.sleep(3_600_000);
    expect(client.connection().phase).toBe('online');
    await until(server, () => pings() === 2);
    await roundTrip(client);
    expect(client.connection().phase).toBe('online');
  });

  it('that never gets ready is given up after 10 s', async () => {
    const opened: FakeSocket[] = [];
    class FakeSocket implements Socket {
      closed = false;
      readonly listeners = new Map<string, (event: SocketEvent) => void>();
      constructor() {
        opened.push(this);
      }
      send() {}
      close() {
        this.closed = true;
      }
      addEventListener(type: string, listener: (event: SocketEvent) => void) {
        this.listeners.set(type, listener);
      }
    }
    const client = make({ WebSocket: FakeSocket, random: () => 0.5 });
    client.start();
    client.clock.advance(9_999);
    expect(client.connection().retryAt).toBeNull();
    client.clock.advance(1);
    expect(client.connection()).toMatchObject({ phase: 'connecting', retryAt: client.clock.now() + 250 });
    expect(opened.map(({ closed }) => closed)).toEqual([true]);
    client.clock.advance(250);
    expect(opened).toHaveLength(2);
    opened[0]?.listeners.get('message')?.({ type: 'message', data: '{"type":"ready"}' });
    expect(client.connection().phase).toBe('connecting');
    opened[1]?.listeners.get('message')?.({ type: 'message', data: '{"type":"ready"}' });
    expect(client.connection().phase).toBe('online');
  });
});

describe('the device', () => {
  it('without a network is offline only while there is no socket', async () => {
    const client = await start();
    client.device.signal('offline');
    expect(client.connection().phase).toBe('online');
    server.cutAll();
    await phase(client, 'offline');
    expect(client.connection().retryAt).not.toBeNull();
    client.device.signal('online');
    await phase(client, 'online');
  });

  it('is not listened to after close, and nobody is told anything', async () => {
    const client = await start();
    let told = 0;
    client.listen(() => {
      told += 1;
    });
    client.open('s');
    client.send('s', 'text');
    client.close();
    client.device.signal('online');
    client.reconnect();
    await until(server, () => server.peers.size === 0);
    expect(client.device.listeners()).toBe(0);
    expect(client.clock.delays()).toEqual([]);
    expect(told).toBe(0);
    expect(server.accepted()).toBe(1);
  });
});

describe('a server that wants a token', () => {
  beforeEach(() => {
    server.token = 'secret';
  });

  it('makes the client wait for it, and a right one goes on from there', async () => {
    const client = make();
    client.send('s', 'waits');
    client.start();
    await phase(client, 'unauthorized');
    expect(client.connection().retryAt).toBeNull();
    expect(client.clock.delays()).toEqual([]);

    expect(await client.signIn('wrong')).toBe(false);
    expect(client.connection().phase).toBe('unauthorized');
    expect(await client.signIn('secret')).toBe(true);
    await phase(client, 'online');
    await until(server, () => server.committed.length === 1);
    await until(client, () => client.sessionList().phase === 'ready');
  });

  it('keeps the phase while it is tried in vain', async () => {
    const client = make();
    client.start();
    await phase(client, 'unauthorized');
    const before = server.calls.length;
    const phases = new Set<string>();
    client.listen(() => phases.add(client.connection().phase));
    client.device.signal('visible');
    await until(server, () => server.calls.length > before);
    await client.signIn('wrong');
    expect([...phases]).toEqual([]);
    expect(client.connection().phase).toBe('unauthorized');
  });

  it('in the middle of a connection, is noticed by the close code, by a request and by a frame', async () => {
    server.token = null;
    const client = await start();
    const lose = [
      () => {
        for (const peer of server.peers) peer.close(4401);
      },
      () => void client.models().catch(() => {}),
      () => server.broadcast({ type: 'error', code: 'unauthorized', message: 'Sign in.' }),
    ];
    for (const way of lose) {
      server.token = 'secret';
      way();
      await phase(client, 'unauthorized');
      server.token = null;
      client.reconnect();
      await phase(client, 'online');
    }
  });

  it('is told from one that is not there', async () => {
    server.token = null;
    const client = await start();
    await server.close();
    await until(client, () => client.connection().retryAt !== null);
    await retried(client);
    await until(client, () => client.connection().retryAt !== null);
    expect(client.connection().phase).toBe('reconnecting');
  });
});

it('ignores what is no frame, and frames it does not know', async () => {
  const client = await start();
  for (const peer of server.peers)
    for (const text of ['{', 'null', '7', '[]', '{"type":7}', '{"type":"mood.changed"}', '{}'])
      peer.send(text);
  await roundTrip(client);
  expect(client.connection().phase).toBe('online');
});
