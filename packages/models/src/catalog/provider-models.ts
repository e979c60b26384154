// The models of one configured provider: the named one at once, the others once the provider was asked for its list.
import type { Clock, Model } from '@slipstream/agent';
import type { ModelInfo } from '@slipstream/protocol';
import type { Dispatcher } from 'undici';
import { createOpenAiModel } from '../openai-model.ts';
import { createSwitches, type LearnedSwitches } from '../request/switches.ts';
import { getJson } from './get-json.ts';
import { type ListedModel, readModelList } from './read-model-list.ts';

export type ProviderModelsOptions = {
  baseUrl: string;
  apiKey: string | undefined;
  /** Listed whatever the provider says, and first. */
  model: string | undefined;
  /** For models whose window the provider does not tell. */
  contextWindow: number;
  idleTimeoutMs: number;
  listLimitMs: number;
  clock: Clock;
  dispatcher: Dispatcher;
};

export type ProviderModels = {
  /** Asks the provider where that is due; without its answer, what is known. */
  list(): Promise<ModelInfo[]>;
  /** The named model, else the first that the provider listed. */
  first(): string | undefined;
  /** Until a list is there any name may be the provider's; then only those that are listed. */
  get(id: string): Model | undefined;
};

const freshMs = 5 * 60_000;
const retryMs = 30_000;

export function createProviderModels(options: ProviderModelsOptions): ProviderModels {
  const { baseUrl, apiKey, model: named, clock } = options;
  const provider = new URL(baseUrl).host;
  const models = new Map<string, Model>();
  const switches = new Map<string, LearnedSwitches>();
  let listed: readonly ListedModel[] | undefined;
  let dueAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const answer = await getJson(`${baseUrl.replace(/\/+$/, '')}/models`, {
      dispatcher: options.dispatcher,
      clock,
      limitMs: options.listLimitMs,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    });
    const list = readModelList(answer);
    listed = list ?? listed;
    dueAt = clock.now() + (list ? freshMs : retryMs);
    if (list) models.clear();
    asking = undefined;
  }

  function toInfo(id: string): ModelInfo {
    const found = listed?.find((model) => model.id === id);
    return {
      id,
      label: id,
      provider,
      contextWindow: found?.contextWindow ?? options.contextWindow,
      vision: found?.vision ?? false,
      reasoning: found?.reasoning ?? false,
      demo: false,
    };
  }

  function ids(): string[] {
    const all = [...(named === undefined ? [] : [named]), ...(listed ?? []).map((model) => model.id)];
    return [...new Set(all)];
  }

  return {
    async list() {
      if (clock.now() >= dueAt) {
        asking ??= ask();
        await asking;
      }
      return ids().map(toInfo);
    },
    first: () => ids()[0],
    get(id) {
      if (id === '' || (listed && !ids().includes(id))) return undefined;
      const known = models.get(id);
      if (known) return known;
      const learned = switches.get(id) ?? createSwitches(id);
      switches.set(id, learned);
      const { idleTimeoutMs, dispatcher } = options;
      const info = toInfo(id);
      const model = createOpenAiModel({
        info,
        baseUrl,
        apiKey,
        idleTimeoutMs,
        switches: learned,
        clock,
        dispatcher,
      });
      models.set(id, model);
      return model;
    },
  };
}
