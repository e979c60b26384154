import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import type { Socket, SocketEvent } from './environment.ts';
import { toId } from './test/fake-environment.ts';
import { retried, type TestClient, until } from './test/start-client.ts';
import { useServer } from './test/use-server.ts';

const scene = useServer();

const phase = (client: TestClient, wanted: string) =>
  until(client, () => client.connection().phase === wanted);
const pings = () => scene.server.frames.filter(({ type }) => type === 'ping').length;
/** Resolves when all that was sent before, both ways, has been dealt with. */
const roundTrip = (client: TestClient) => client.unqueue('x', 'y');

describe('a lost socket', () => {
  it('is opened again, and the phases tell', async () => {
    const client = scene.make();
    expect(client.connection()).toEqual({ phase: 'connecting', retryAt: null });
    client.start();
    await phase(client, 'online');
    scene.server.cutAll();
    await until(client, () => client.connection().phase === 'reconnecting');
    const { retryAt } = client.connection();
    expect(retryAt).toBeGreaterThanOrEqual(client.clock.now());
    expect(retryAt).toBeLessThanOrEqual(client.clock.now() + 500);
    await retried(client);
    await phase(client, 'online');
    expect(client.connection().retryAt).toBeNull();
    expect(scene.server.accepted()).toBe(2);
  });

  it('is tried after growing random delays up to 15 s, and soon again after a good connection', async () => {
    const client = await scene.start({ random: () => 1 });
    await scene.server.close();
    const delays: number[] = [];
    while (delays.length < 8) {
      await until(client, () => client.connection().retryAt !== null);
      delays.push((client.connection().retryAt ?? 0) - client.clock.now());
      await retried(client);
    }
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);

    await scene.restart();
    await retried(client);
    await phase(client, 'online');
    client.clock.advance(5_000);
    scene.server.cutAll();
    await until(client, () => client.connection().retryAt !== null);
    expect((client.connection().retryAt ?? 0) - client.clock.now()).toBe(500);
  });

  it('of a server that drops everybody at once is not opened at full speed', async () => {
    const client = await scene.start({ random: () => 1 });
    const delays: number[] = [];
    while (delays.length < 4) {
      scene.server.cutAll();
      await until(client, () => client.connection().retryAt !== null);
      delays.push((client.connection().retryAt ?? 0) - client.clock.now());
      await retried(client);
      await phase(client, 'online');
    }
    expect(delays).toEqual([500, 1000, 2000, 4000]);
  });

  it.each(['online', 'visible'] as const)('is tried at once when the device says %s', async (signal) => {
    const client = await scene.start({ random: () => 1 });
    scene.server.cutAll();
    await until(client, () => client.connection().retryAt !== null);
    client.device.signal(signal);
    expect(client.connection()).toEqual({ phase: 'reconnecting', retryAt: null });
    await phase(client, 'online');
  });

  it('is tried at once when asked to', async () => {
    const client = await scene.start({ random: () => 1 });
    scene.server.cutAll();
    await until(client, () => client.connection().retryAt !== null);
    client.reconnect();
    await phase(client, 'online');
    expect(client.clock.delays()).not.toContain(500);
  });
});

describe('a silent socket', () => {
  it('is asked after 15 quiet seconds, and stays while it answers', async () => {
    const client = await scene.start();
    for (let round = 1; round <= 4; round += 1) {
      client.clock.advance(15_000);
      await until(scene.server, () => pings() === round);
      await roundTrip(client);
    }
    expect(client.connection().phase).toBe('online');
    expect(scene.server.accepted()).toBe(1);
  });

  it('is given up when no answer comes, and replaced', async () => {
    const client = await scene.start();
    scene.server.onFrame = () => true;
    client.clock.advance(15_000);
    expect(client.connection().phase).toBe('online');
    client.clock.advance(10_000);
    expect(client.connection().phase).toBe('reconnecting');
    await retried(client);
    await phase(client, 'online');
    expect(scene.server.accepted()).toBe(2);
  });

  it('is asked at once when the page is shown again, and given up sooner', async () => {
    const client = await scene.start();
    scene.server.onFrame = () => true;
    client.device.signal('visible');
    await until(scene.server, () => pings() === 1);
    client.clock.advance(4_000);
    expect(client.connection().phase).toBe('reconnecting');
  });

  it('is asked once more when the timer itself was held back by a sleep of the machine', async () => {
    const client = await scene.start();
    client.clock.advance(15_000);
    client.clock.sleep(3_600_000);
    expect(client.connection().phase).toBe('online');
    await until(scene.server, () => pings() === 2);
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
    const client = scene.make({ WebSocket: FakeSocket, random: () => 0.5 });
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
    const client = await scene.start();
    client.device.signal('offline');
    expect(client.connection().phase).toBe('online');
    scene.server.cutAll();
    await phase(client, 'offline');
    expect(client.connection().retryAt).not.toBeNull();
    client.device.signal('online');
    await phase(client, 'online');
  });

  it('is not listened to after close, and nobody is told anything', async () => {
    const client = await scene.start();
    let told = 0;
    client.listen(() => {
      told += 1;
    });
    client.open('s');
    client.send('s', 'text');
    client.close();
    client.device.signal('online');
    client.reconnect();
    await until(scene.server, () => scene.server.peers.size === 0);
    expect(client.device.listeners()).toBe(0);
    expect(client.clock.delays()).toEqual([]);
    expect(told).toBe(0);
    expect(scene.server.accepted()).toBe(1);
  });
});

it('needs nothing handed in but an address and ids', async () => {
  const client = createClient({ baseUrl: `${scene.server.baseUrl}/`, newId: () => toId(1, 1) });
  client.start();
  await until(client, () => client.connection().phase === 'online');
  client.send('s', 'text');
  await until(scene.server, () => scene.server.committed.length === 1);
  await until(client, () => client.sessionList().phase === 'ready');
  client.close();
});

it('knows whether the server takes changes from what was handed in, and then from what it says each time', async () => {
  scene.server.readOnly = true;
  const client = await scene.start();
  expect(client.readOnly()).toBe(true);
  scene.server.readOnly = false;
  scene.server.cutAll();
  await until(client, () => client.connection().phase === 'reconnecting');
  expect(client.readOnly()).toBe(true);
  await retried(client);
  await phase(client, 'online');
  expect(client.readOnly()).toBe(false);
  expect(scene.make({ readOnly: true }).readOnly()).toBe(true);
});

it('ignores what is no frame, and frames it does not know', async () => {
  const client = await scene.start();
  for (const peer of scene.server.peers)
    for (const text of ['{', 'null', '7', '[]', '{"type":7}', '{"type":"mood.changed"}', '{}'])
      peer.send(text);
  await roundTrip(client);
  expect(client.connection().phase).toBe('online');
});
