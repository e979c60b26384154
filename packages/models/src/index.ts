export { createOpenAiModel, type OpenAiModelOptions } from './openai-model.ts';
