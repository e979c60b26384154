// `pi-agent-core`, on its own chat completions client.
import { Agent } from '@mariozechner/pi-agent-core';
import { type Model, Type } from '@mariozechner/pi-ai';
import { contest, modelUrl, noteDescription, noteResult, prompt, system } from './contestant.ts';

const toModel = (id: string): Model<'openai-completions'> => ({
  id,
  name: id,
  api: 'openai-completions',
  provider: 'bench',
  baseUrl: modelUrl,
  reasoning: false,
  input: ['text'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 128_000,
  maxTokens: 8192,
});

contest(async (model) => {
  const agent = new Agent({
    initialState: {
      systemPrompt: system,
      model: toModel(model),
      tools: [
        {
          name: 'note',
          label: 'Note',
          description: noteDescription,
          parameters: Type.Object({ text: Type.String() }),
          execute: async () => ({ content: [{ type: 'text', text: noteResult }], details: {} }),
        },
      ],
    },
    getApiKey: () => 'none',
  });
  let text = '';
  agent.subscribe((event) => {
    if (event.type === 'message_update' && event.assistantMessageEvent.type === 'text_delta')
      text += event.assistantMessageEvent.delta;
  });
  await agent.prompt(prompt);
  return text;
});
