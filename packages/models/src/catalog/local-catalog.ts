// The models of the servers found on this machine, and the demo model, last. Looks again when the list is asked for
// after a while. A model that was known stays usable by its id, so that a session that has it is told what is wrong.
import type { Clock, Model, ModelCatalog } from '@slipstream/agent';
import type { ModelInfo } from '@slipstream/protocol';
import type { Dispatcher } from 'undici';
import { createOpenAiModel } from '../openai-model.ts';
import { createSwitches, type LearnedSwitches } from '../request/switches.ts';
import type { LocalServer } from './discover-local.ts';

export type LocalCatalogOptions = {
  found: readonly LocalServer[];
  discover(): Promise<readonly LocalServer[]>;
  demo: Model;
  /** The id or name of the model that becomes the default; else the first. */
  wanted: string | undefined;
  idleTimeoutMs: number;
  /** For models whose window nobody tells. */
  contextWindow?: number | undefined;
  clock: Clock;
  dispatcher?: Dispatcher | undefined;
};

/** What a server on a small machine serves when it does not say. */
const localContextWindow = 32_768;
/** How long a list is good for: a picker that is opened twice in a row asks once. */
const freshMs = 5000;

export function createLocalCatalog(options: LocalCatalogOptions): ModelCatalog {
  const { demo, wanted, discover, clock } = options;
  const known = new Map<string, Model>([[demo.info.id, demo]]);
  const switches = new Map<string, LearnedSwitches>();
  let listed: readonly ModelInfo[] = [];
  let staleAt = 0;
  let asking: Promise<void> | undefined;

  take(options.found);

  function take(servers: readonly LocalServer[]): void {
    const found = servers.flatMap((server) => server.models.map((model) => toInfo(server, model)));
    for (const { info, name, baseUrl } of found) {
      const learned = switches.get(info.id) ?? createSwitches(name);
      switches.set(info.id, learned);
      if (JSON.stringify(known.get(info.id)?.info) !== JSON.stringify(info))
        known.set(info.id, toModel(info, name, baseUrl, learned));
    }
    listed = found.map(({ info }) => info);
    staleAt = clock.now() + freshMs;
  }

  function toInfo({ name, baseUrl }: LocalServer, model: LocalServer['models'][number]) {
    const info: ModelInfo = {
      id: `${name.toLowerCase().replaceAll(' ', '-')}/${model.id}`,
      label: model.id,
      provider: name,
      contextWindow: model.contextWindow ?? options.contextWindow ?? localContextWindow,
      vision: model.vision,
      reasoning: model.reasoning,
      demo: false,
    };
    return { info, name: model.id, baseUrl };
  }

  function toModel(info: ModelInfo, model: string, baseUrl: string, learned: LearnedSwitches): Model {
    const { idleTimeoutMs, dispatcher } = options;
    return createOpenAiModel({
      info,
      model,
      baseUrl,
      idleTimeoutMs,
      urlName: 'its address',
      switches: learned,
      clock,
      dispatcher,
    });
  }

  async function ask(): Promise<void> {
    try {
      take(await discover());
    } finally {
      asking = undefined;
    }
  }

  return {
    async list() {
      if (clock.now() >= staleAt) {
        asking ??= ask();
        await asking;
      }
      return [...listed, demo.info];
    },
    defaultId() {
      const chosen = listed.find(({ id, label }) => id === wanted || label === wanted) ?? listed[0];
      return chosen?.id ?? demo.info.id;
    },
    get: (id) => known.get(id),
  };
}
