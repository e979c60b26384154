import { expect, test } from 'vitest';
import { reply } from '../reply.ts';
import { ask, start } from './ask-provider.fixture.ts';
import { wireReply } from './wire-reply.ts';

test('answers in one body when no stream is asked for', async () => {
  const provider = await start([
    [wireReply.paced('Hi there', 1), reply.toolCall('bash', { command: 'ls' }), reply.usage(2, 2)],
  ]);
  const response = await ask(provider, { body: { stream: false, stream_options: undefined } });
  expect(await response.json()).toMatchObject({
    object: 'chat.completion',
    choices: [
      {
        message: {
          role: 'assistant',
          content: 'Hi there',
          tool_calls: [{ id: 'call_1_1', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { total_tokens: 4 },
  });
});

test('a step that only a stream has is a fault of the script', async () => {
  const provider = await start([wireReply.raw('x')]);
  const response = await ask(provider, { body: { stream: false, stream_options: undefined } });
  expect(response.status).toBe(400);
  expect(provider.violations).toEqual([
    { request: 1, problem: 'The step "raw" needs a request with "stream": true.' },
  ]);
});
