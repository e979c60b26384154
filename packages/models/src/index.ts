export {
  type ConfiguredCatalogOptions,
  type ConfiguredModel,
  createConfiguredCatalog,
} from './catalog/configured-catalog.ts';
export { type DiscoverOptions, discoverLocalServers, type LocalServer } from './catalog/discover-local.ts';
export { createModelCatalog, type ModelCatalogOptions, namesProvider } from './catalog/model-catalog.ts';
export { createDemoModel, type DemoModelOptions, demoModelInfo } from './demo/demo-model.ts';
export { createOpenAiModel, type OpenAiModelOptions } from './openai-model.ts';
export type { Switches } from './request/switches.ts';
export { type ClosableCounter, createTokenCounter } from './tokens/create-token-counter.ts';
