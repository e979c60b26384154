// A model beside a scripted provider over real sockets, for one test.
import { onTestFinished } from 'vitest';
import { createOpenAiModel, type OpenAiModelOptions } from '../openai-model.ts';
import { plainInfo } from './collect-answer.ts';
import { delta, toSse } from './read-bytes.ts';
import { createReplayServer, type ReplayServer, type Reply, type SeenRequest } from './replay-server.ts';

export const key = 'canary-4f9a-7c21';
export const answered: Reply = { pieces: [toSse(delta({ content: 'Done.' }, 'stop'), '[DONE]')] };

/** Ends with the test. */
export async function serve(respond: (request: SeenRequest, number: number) => Reply): Promise<ReplayServer> {
  const server = await createReplayServer(respond);
  onTestFinished(() => server.close());
  return server;
}

export function modelAt(origin: string, options: Partial<OpenAiModelOptions> = {}) {
  return createOpenAiModel({
    info: plainInfo,
    baseUrl: `${origin}/v1`,
    apiKey: key,
    idleTimeoutMs: 5000,
    ...options,
  });
}

export const refusal = (message: string, status = 400): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  pieces: [JSON.stringify({ error: { message } })],
});
