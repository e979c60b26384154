// `@openai/agents`, streamed, on chat completions, its tracing off.
import { Agent, OpenAIChatCompletionsModel, Runner, setTracingDisabled, tool } from '@openai/agents';
import OpenAI from 'openai';
import * as z from 'zod';
import { contest, modelUrl, noteDescription, noteResult, prompt, system } from './contestant.ts';

setTracingDisabled(true);
const client = new OpenAI({ baseURL: modelUrl, apiKey: 'none' });
const note = tool({
  name: 'note',
  description: noteDescription,
  parameters: z.object({ text: z.string() }),
  execute: async () => noteResult,
});
const runner = new Runner({ tracingDisabled: true });

contest(async (model) => {
  const agent = new Agent({
    name: 'bench',
    instructions: system,
    tools: [note],
    // It has an openai package of its own, whose client type is another one.
    model: new OpenAIChatCompletionsModel(client as never, model),
  });
  const result = await runner.run(agent, prompt, { stream: true, maxTurns: 200 });
  for await (const _ of result) {
    // Its events are taken as a page would take them.
  }
  await result.completed;
  return String(result.finalOutput);
});
