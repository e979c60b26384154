// The models that sessions can use: those of the configured provider or, where none is, of the servers found on this
// machine; and always the demo model, last.
import type { Clock, Model, ModelCatalog } from '@slipstream/agent';
import type { Dispatcher } from 'undici';
import { sharedDispatcher } from '../http/dispatcher.ts';
import { systemClock } from '../http/system-clock.ts';
import type { LocalServer } from './discover-local.ts';
import { createLocalCatalog } from './local-catalog.ts';
import { createProviderModels } from './provider-models.ts';

export type ModelCatalogOptions = {
  /** As configured; a key or an address makes it a provider. `model` alone picks among the local ones. */
  provider: { apiKey?: string | undefined; baseUrl?: string | undefined; model?: string | undefined };
  /** Servers found on this machine at the start, and how to look again; not used where a provider is configured. */
  local?: readonly LocalServer[] | undefined;
  discover?: (() => Promise<readonly LocalServer[]>) | undefined;
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
  if (namesProvider(options.provider)) return createProviderCatalog(options);
  const { local = [], discover = async () => local, clock = systemClock, provider } = options;
  return createLocalCatalog({ ...options, found: local, discover, clock, wanted: provider.model });
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
