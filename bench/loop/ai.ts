// `streamText` of the `ai` package.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { stepCountIs, streamText, tool } from 'ai';
import * as z from 'zod';
import { contest, modelUrl, noteDescription, noteResult, prompt, system } from './contestant.ts';

const provider = createOpenAICompatible({ name: 'bench', baseURL: modelUrl });
const note = tool({
  description: noteDescription,
  inputSchema: z.object({ text: z.string() }),
  execute: async () => noteResult,
});

contest(async (model) => {
  let text = '';
  const { textStream } = streamText({
    model: provider(model),
    system,
    prompt,
    tools: { note },
    stopWhen: stepCountIs(200),
  });
  for await (const part of textStream) text += part;
  return text;
});
