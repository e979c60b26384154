// Finds the model servers that people run on their own machine, at the ports where they listen by default. For when
// nothing is configured; asks nobody but this machine.
import type { Clock } from '@slipstream/agent';
import type { Dispatcher } from 'undici';
import { sharedDispatcher } from '../http/dispatcher.ts';
import { systemClock } from '../http/system-clock.ts';
import { getJson } from './get-json.ts';
import { type ListedModel, readModelList } from './read-model-list.ts';

export type LocalServer = {
  name: string;
  baseUrl: string;
  /** At least one. */
  models: readonly ListedModel[];
};

export type DiscoverOptions = {
  /** Name and port of what to look for. */
  servers?: readonly { name: string; port: number }[];
  limitMs?: number;
  clock?: Clock;
  dispatcher?: Dispatcher;
};

const knownServers = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
];

/** All that answer within the limit, in the order given. Never rejects. */
export async function discoverLocalServers(options: DiscoverOptions = {}): Promise<LocalServer[]> {
  const { servers = knownServers, limitMs = 250 } = options;
  const { clock = systemClock, dispatcher = sharedDispatcher() } = options;
  const found = await Promise.all(
    servers.map(async ({ name, port }) => {
      const baseUrl = `http://127.0.0.1:${port}/v1`;
      const models = readModelList(await getJson(`${baseUrl}/models`, { clock, dispatcher, limitMs }));
      return models && models.length > 0 ? { name, baseUrl, models } : undefined;
    }),
  );
  return found.filter((server) => server !== undefined);
}
