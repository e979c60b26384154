// From the settings to the models that sessions can use: those of `slipstream.yaml`, else the environment's provider,
// else what answers on this machine; and always the demo model.
import type { ModelCatalog } from '@slipstream/agent';
import {
  createConfiguredCatalog,
  createDemoModel,
  createModelCatalog,
  discoverLocalServers,
  namesProvider,
} from '@slipstream/models';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';

type ModelConfig = Pick<Config, 'provider' | 'models' | 'limits'>;

/** Where no model is named, the provider is asked before the first session needs to know the default. */
export async function createModels(
  { provider, models: file, limits }: ModelConfig,
  log: Pick<Logger, 'warn'>,
): Promise<ModelCatalog> {
  if (file) {
    const { missingKeys, models, defaultId } = file;
    if (missingKeys.length > 0) log.warn({ missingKeys }, 'keys that the models need are not set');
    return createConfiguredCatalog({
      models,
      defaultId,
      demo: createDemoModel(),
      idleTimeoutMs: limits.requestTimeoutMs,
    });
  }
  const models = createModelCatalog({
    provider,
    local: namesProvider(provider) ? [] : await discoverLocalServers(),
    discover: discoverLocalServers,
    demo: createDemoModel(),
    idleTimeoutMs: limits.requestTimeoutMs,
  });
  if (provider.model === undefined) await models.list();
  return models;
}
