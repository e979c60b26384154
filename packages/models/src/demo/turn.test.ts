import type { PromptMessage } from '@slipstream/agent';
import { expect, test } from 'vitest';
import { toSpecs } from './testing/converse.ts';
import { toTurn } from './turn.ts';

const user = (text: string): PromptMessage => ({ role: 'user', text });
const calls = (...ids: string[]): PromptMessage => ({
  role: 'assistant',
  text: '',
  reasoning: '',
  calls: ids.map((id) => ({ id, name: `tool_${id}`, args: { id }, argsText: `{"id":"${id}"}` })),
});
const result = (callId: string, text: string): PromptMessage => ({ role: 'tool', callId, name: 'x', text });
const request = (messages: PromptMessage[], tools: string[] = []) => ({
  system: '',
  messages,
  tools: toSpecs(tools),
  maxOutputTokens: 10,
});

test('gives the newest text and the calls with their results since', () => {
  const turn = toTurn(
    request(
      [
        user('old'),
        calls('a'),
        result('a', 'old result'),
        user('new'),
        calls('b', 'c'),
        result('c', 'C'),
        result('b', 'B'),
      ],
      ['bash'],
    ),
  );
  expect(turn.text).toBe('new');
  expect(turn.rounds).toEqual([
    [
      { name: 'tool_b', args: { id: 'b' }, text: 'B' },
      { name: 'tool_c', args: { id: 'c' }, text: 'C' },
    ],
  ]);
  expect([turn.offers('bash'), turn.offers('grep')]).toEqual([true, false]);
});

test('a message that joins between steps starts over', () => {
  expect(toTurn(request([user('one'), calls('a'), result('a', 'A'), user('two')]))).toMatchObject({
    text: 'two',
    rounds: [],
  });
});

test('a request without a user has no text', () => {
  expect(toTurn(request([])).text).toBe('');
});
