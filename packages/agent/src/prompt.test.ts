import { type Message, noUsage } from '@slipstream/protocol';
import { expect, it } from 'vitest';
import { toPromptMessage } from './prompt.ts';

const answer: Message = {
  id: 'a',
  sessionId: 's',
  parentId: 'q',
  role: 'assistant',
  text: 'I begin.',
  attachments: [],
  turnId: 't',
  status: 'interrupted',
  usage: noUsage,
  siblings: ['a'],
  trace: { steps: 1, tools: 1, agents: 0, durationMs: 1, unknown: ['bash: rm x'] },
  createdAt: '2026-01-01T00:00:00.000Z',
};

it('tells the model which calls may have happened before the server died', () => {
  expect(toPromptMessage(answer).text).toBe(
    'I begin.\n\n[The server stopped during this answer; it is not complete.]\n\n' +
      '[These tool calls had started when the server stopped. Whether they took effect is unknown; ' +
      'check before you repeat one:\n- bash: rm x]',
  );
});
