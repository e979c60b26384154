// The models that a file of settings names, each with its provider; and always the demo model, last. Asks nobody: what
// the file says is what there is.
import type { Clock, Model, ModelCatalog, ModelPrices } from '@slipstream/agent';
import type { ModelInfo } from '@slipstream/protocol';
import type { Dispatcher } from 'undici';
import { createOpenAiModel } from '../openai-model.ts';
import { createSwitches, type Switches } from '../request/switches.ts';

export type ConfiguredModel = {
  info: ModelInfo;
  /** The provider's name of it. */
  name: string;
  baseUrl: string;
  apiKey: string | undefined;
  /** The variable that holds the key, for messages. */
  keyName: string | undefined;
  headers: Readonly<Record<string, string>>;
  maxOutputTokens: number | undefined;
  temperature: number | undefined;
  prices: ModelPrices | undefined;
  parallelToolCalls: boolean | undefined;
  /** What is known of its ways, so that it need not be learned from refusals. */
  quirks: Partial<Switches>;
};

export type ConfiguredCatalogOptions = {
  models: readonly ConfiguredModel[];
  /** One of the models' ids. */
  defaultId: string;
  demo: Model;
  idleTimeoutMs: number;
  clock?: Clock | undefined;
  dispatcher?: Dispatcher | undefined;
};

export function createConfiguredCatalog(options: ConfiguredCatalogOptions): ModelCatalog {
  const { demo, idleTimeoutMs, clock, dispatcher } = options;
  const models = new Map<string, Model>();
  for (const { name, quirks, keyName, ...model } of options.models)
    models.set(
      model.info.id,
      createOpenAiModel({
        ...model,
        model: name,
        keyName: keyName ?? 'keyEnv',
        urlName: `baseUrl of ${model.info.provider}`,
        switches: createSwitches(name, quirks),
        idleTimeoutMs,
        clock,
        dispatcher,
      }),
    );
  models.set(demo.info.id, demo);
  const infos = [...models.values()].map(({ info }) => info);
  return {
    list: async () => infos,
    defaultId: () => options.defaultId,
    get: (id) => models.get(id),
  };
}
