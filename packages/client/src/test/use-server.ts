// For each test of a file a new scripted server, and clients that are closed with it.
import { afterEach, beforeEach } from 'vitest';
import type { ClientOptions } from '../environment.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';
import { makeClient, startClient, type TestClient } from './start-client.ts';

type Options = Partial<ClientOptions> & { storage?: TestClient['storage'] };

export type Scene = {
  server: ScriptedServer;
  make(options?: Options): TestClient;
  start(options?: Options): Promise<TestClient>;
  /** Ends the server; the next one listens where it did. */
  restart(): Promise<void>;
};

/** `server` is only to be read inside of tests. */
export function useServer(): Scene {
  const clients: TestClient[] = [];
  const scene = {
    make(options) {
      const client = makeClient(scene.server, options);
      clients.push(client);
      return client;
    },
    async start(options) {
      const client = await startClient(scene.server, options);
      clients.push(client);
      return client;
    },
    async restart() {
      scene.server = await startScriptedServer(Number(new URL(scene.server.baseUrl).port));
    },
  } as Scene;

  beforeEach(async () => {
    scene.server = await startScriptedServer();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await scene.server.close();
  });
  return scene;
}
