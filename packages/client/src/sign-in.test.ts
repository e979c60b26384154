import { beforeEach, describe, expect, it } from 'vitest';
import { retried, type TestClient, until } from './test/start-client.ts';
import { useServer } from './test/use-server.ts';

const scene = useServer();

const phase = (client: TestClient, wanted: string) =>
  until(client, () => client.connection().phase === wanted);

describe('a server that wants a token', () => {
  beforeEach(() => {
    scene.server.token = 'secret';
  });

  it('makes the client wait for it, and a right one goes on from there', async () => {
    const client = scene.make();
    client.send('s', 'waits');
    client.start();
    await phase(client, 'unauthorized');
    expect(client.connection().retryAt).toBeNull();
    expect(client.clock.delays()).toEqual([]);

    expect(await client.signIn('wrong')).toBe(false);
    expect(client.connection().phase).toBe('unauthorized');
    expect(await client.signIn('secret')).toBe(true);
    await phase(client, 'online');
    await until(scene.server, () => scene.server.committed.length === 1);
    await until(client, () => client.sessionList().phase === 'ready');
  });

  it('may be given one although the connection stands', async () => {
    scene.server.token = null;
    const client = await scene.start();
    await until(client, () => client.sessionList().phase === 'ready');
    scene.server.token = 'secret';
    expect(await client.signIn('secret')).toBe(true);
    expect(client.connection()).toEqual({ phase: 'online', retryAt: null });
  });

  it('keeps the phase while it is tried in vain', async () => {
    const client = scene.make();
    client.start();
    await phase(client, 'unauthorized');
    const before = scene.server.calls.length;
    const phases = new Set<string>();
    client.listen(() => phases.add(client.connection().phase));
    client.device.signal('visible');
    await until(scene.server, () => scene.server.calls.length > before);
    await client.signIn('wrong');
    expect([...phases]).toEqual([]);
    expect(client.connection().phase).toBe('unauthorized');
  });

  it('in the middle of a connection, is noticed by the close code, by a request and by a frame', async () => {
    scene.server.token = null;
    const client = await scene.start();
    const lose = [
      () => {
        for (const peer of scene.server.peers) peer.close(4401);
      },
      () => void client.models().catch(() => {}),
      () => scene.server.broadcast({ type: 'error', code: 'unauthorized', message: 'Sign in.' }),
    ];
    for (const way of lose) {
      scene.server.token = 'secret';
      way();
      await phase(client, 'unauthorized');
      scene.server.token = null;
      client.reconnect();
      await phase(client, 'online');
    }
  });

  it('is told from one that is not there', async () => {
    scene.server.token = null;
    const client = await scene.start();
    await scene.server.close();
    await until(client, () => client.connection().retryAt !== null);
    await retried(client);
    await until(client, () => client.connection().retryAt !== null);
    expect(client.connection().phase).toBe('reconnecting');
  });
});
