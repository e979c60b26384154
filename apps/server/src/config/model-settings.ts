// From a checked `slipstream.yaml` to the models as the rest of the server takes them; keys come from the environment.
import type { ConfiguredModel } from '@slipstream/models';
import type { Environment } from './config.ts';
import { findModelId, toModelId } from './model-file-refs.ts';
import type { ModelFile } from './model-file-schema.ts';

export type ModelSettings = {
  models: readonly ConfiguredModel[];
  defaultId: string;
  /** For small jobs, such as titles. */
  smallId: string;
  /** Variables that the file names and that are not set. */
  missingKeys: readonly string[];
};

export function toModelSettings(file: ModelFile, env: Environment, reserved: string): ModelSettings {
  const providers = new Map(file.providers.map((provider) => [provider.name, provider]));
  const keyOf = (name: string | undefined) =>
    name === undefined ? undefined : env[name]?.trim() || undefined;
  const models = file.models.map((model): ConfiguredModel => {
    const provider = providers.get(model.provider);
    const { parallelToolCalls, without, ...quirks } = model.quirks;
    const { prices } = model;
    return {
      info: {
        id: toModelId(model, file, reserved),
        label: model.label ?? model.id,
        provider: model.provider,
        contextWindow: model.contextWindow,
        vision: model.vision,
        reasoning: model.reasoning,
        demo: false,
      },
      name: model.id,
      baseUrl: provider?.baseUrl ?? '',
      apiKey: keyOf(provider?.keyEnv),
      keyName: provider?.keyEnv,
      headers: provider?.headers ?? {},
      maxOutputTokens: model.maxOutputTokens,
      temperature: model.temperature,
      prices: prices && {
        inputPerMTok: prices.input,
        outputPerMTok: prices.output,
        ...(prices.cached === undefined ? {} : { cachedInputPerMTok: prices.cached }),
      },
      parallelToolCalls,
      quirks: withoutUndefined({ ...quirks, without: without && new Set<string>(without) }),
    };
  });
  const first = models[0]?.info.id ?? reserved;
  const defaultId = (file.default && findModelId(file.default, file, reserved)) ?? first;
  const missing = file.providers.flatMap(({ keyEnv }) => (keyEnv && !keyOf(keyEnv) ? [keyEnv] : []));
  return {
    models,
    defaultId,
    smallId: (file.small && findModelId(file.small, file, reserved)) ?? defaultId,
    missingKeys: [...new Set(missing)],
  };
}

/** The same without fields that are not set. */
function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
