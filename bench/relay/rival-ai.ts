// A plain relay on the `ai` package's streamText.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import { messages, serveRival, upstreamUrl } from './rival.ts';

const provider = createOpenAICompatible({ name: 'bench', baseURL: upstreamUrl });

serveRival(async (model, onText) => {
  for await (const text of streamText({ model: provider(model), messages }).textStream) onText(text);
});
