import { expect, test } from 'vitest';
import type { ChatMessage } from './chat-request.ts';
import { findOrderFaults } from './strict-order.ts';

const system: ChatMessage = { role: 'system', content: 'You help.' };
const user: ChatMessage = { role: 'user', content: 'hello' };
const assistant: ChatMessage = { role: 'assistant', content: 'hi' };
const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const calls = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'bash', arguments: '{}' } })),
});

test.each<[string, ChatMessage[], string[]]>([
  ['two users in a row', [user, user], ['messages[1]: two user messages in a row']],
  [
    'two answers in a row',
    [user, assistant, assistant, user],
    ['messages[2]: two assistant messages in a row'],
  ],
  [
    'a late system message',
    [user, system, user],
    ['messages[1]: a system message must be the first and the only one'],
  ],
  [
    'two system messages',
    [system, { ...system, role: 'developer' } as ChatMessage, user],
    ['messages[1]: a system message must be the first and the only one'],
  ],
  [
    'an answer first',
    [system, assistant, user],
    ['messages[1]: the first message after the system message must be a user message'],
  ],
  ['an answer last', [user, assistant], ['messages: the last one must be a user message or a result']],
  ['only a system message', [system], ['messages: the last one must be a user message or a result']],
  ['a call without a result', [user, calls('a')], ['messages: the calls a have no result']],
  [
    'a result too few',
    [user, calls('a', 'b'), result('a'), user],
    ['messages[3]: the calls b have no result before this message'],
  ],
  [
    'a result too many',
    [user, calls('a'), result('a'), result('a')],
    ['messages[3]: a result for a, which is not an open call of the message before'],
  ],
  [
    'a result out of nowhere',
    [user, result('x')],
    ['messages[1]: a result for x, which is not an open call of the message before'],
  ],
  [
    'a result after another message',
    [user, calls('a'), user, result('a')],
    [
      'messages[2]: the calls a have no result before this message',
      'messages[3]: a result for a, which is not an open call of the message before',
    ],
  ],
  [
    'results in another order',
    [user, calls('a', 'b'), result('b'), result('a')],
    ['messages[2]: the result of b comes before that of a'],
  ],
])('refuses %s', (_, messages, faults) => {
  expect(findOrderFaults(messages)).toEqual(faults);
});

test('knows the orders that are right', () => {
  expect(findOrderFaults([system, user, calls('a', 'b'), result('a'), result('b'), assistant, user])).toEqual(
    [],
  );
  expect(findOrderFaults([user, calls('a'), result('a'), calls('a'), result('a')])).toEqual([]);
});
