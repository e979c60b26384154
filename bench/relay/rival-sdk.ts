// A plain relay on the openai SDK's stream.
import OpenAI from 'openai';
import { messages, serveRival, upstreamUrl } from './rival.ts';

const client = new OpenAI({ baseURL: upstreamUrl, apiKey: 'none' });

serveRival(async (model, onText) => {
  const stream = await client.chat.completions.create({ model, messages, stream: true });
  for await (const chunk of stream) onText(chunk.choices[0]?.delta.content ?? '');
});
