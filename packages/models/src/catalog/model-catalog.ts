// The models that sessions can use: those of the configured provider or, where none is, of the servers found on this
// machine; and always the demo model, last.
import type { Clock, Model, ModelCatalog } from '@slipstream/agent';
import type { Dispatcher } from 'undici';
import { sharedDispatcher } from '../http/dispatcher.ts';
import { systemClock } from '../http/system-clock.ts';
import { createOpenAiModel } from '../openai-model.ts';
import type { LocalServer } from './discover-local.ts';
import { createProviderModels } from './provider-models.ts';

export type ModelCatalogOptions = {
  /** As configured; a key or an address makes it a provider. `model` alone picks among the local ones. */
  provider: { apiKey?: string | undefined; baseUrl?: string | undefined; model?: string | undefined };
  /** Servers found on this machine; not used where a provider is configured. */
  local?: readonly LocalServer[] | undefined;
  demo: Model;
  /** How long a provider may send nothing, milliseconds. */
  idleTimeoutMs: number;
  /** For models whose window nobody tells. */
  contextWindow?: number | undefined;
  /** How long the provider may take to list its models. */
  listLimitMs?: number | undefined;
  clock?: Clock | undefined;
  dispatcher?: Dispatcher | undefined;
};

const openAiUrl = 'https://api.openai.com/v1';

/** True when the settings name a provider, so that nothing has to be looked for on this machine. */
export function namesProvider({ apiKey, baseUrl }: ModelCatalogOptions['provider']): boolean {
  return apiKey !== undefined || baseUrl !== undefined;
}

export function createModelCatalog(options: ModelCatalogOptions): ModelCatalog {
  return namesProvider(options.provider) ? createProviderCatalog(options) : createLocalCatalog(options);
}

function createProviderCatalog(options: ModelCatalogOptions): ModelCatalog {
  const { provider, demo } = options;
  const models = createProviderModels({
    baseUrl: provider.baseUrl ?? openAiUrl,
    apiKey: provider.apiKey,
    model: provider.model,
    contextWindow: options.contextWindow ?? 128_000,
    idleTimeoutMs: options.idleTimeoutMs,
    listLimitMs: options.listLimitMs ?? 2000,
    clock: options.clock ?? systemClock,
    dispatcher: options.dispatcher ?? sharedDispatcher(),
  });
  return {
    async list() {
      const listed = await models.list();
      return [...listed.filter(({ id }) => id !== demo.info.id), demo.info];
    },
    defaultId: () => models.first() ?? demo.info.id,
    get: (id) => (id === demo.info.id ? demo : models.get(id)),
  };
}

/** What a server on a small machine serves when it does not say. */
const localContextWindow = 32_768;

function createLocalCatalog(options: ModelCatalogOptions): ModelCatalog {
  const { demo, provider, idleTimeoutMs, clock, dispatcher } = options;
  const models = new Map<string, Model>();
  for (const { name, baseUrl, models: listed } of options.local ?? [])
    for (const { id, contextWindow, vision, reasoning } of listed) {
      const info = {
        id: `${name.toLowerCase().replaceAll(' ', '-')}/${id}`,
        label: id,
        provider: name,
        contextWindow: contextWindow ?? options.contextWindow ?? localContextWindow,
        vision,
        reasoning,
        demo: false,
      };
      models.set(
        info.id,
        createOpenAiModel({
          info,
          model: id,
          baseUrl,
          idleTimeoutMs,
          urlName: 'its address',
          clock,
          dispatcher,
        }),
      );
    }
  const wanted = [...models.values()].find(({ info }) =>
    [info.id, info.label].includes(provider.model ?? ''),
  );
  const first = wanted ?? models.values().next().value ?? demo;
  models.set(demo.info.id, demo);
  return {
    list: async () => [...models.values()].map(({ info }) => info),
    defaultId: () => first.info.id,
    get: (id) => models.get(id),
  };
}
