import type { PromptMessage } from '@slipstream/agent';
import { expect, test } from 'vitest';
import { findPromptFaults } from './strict-prompt.ts';

const user = (text = 'hi'): PromptMessage => ({ role: 'user', text });
const answer = (text = 'yes', ...ids: string[]): PromptMessage => ({
  role: 'assistant',
  text,
  reasoning: '',
  calls: ids.map((id) => ({ id, name: 't', args: {}, argsText: '{}' })),
});
const result = (callId: string): PromptMessage => ({ role: 'tool', callId, name: 't', text: '' });

test('sound requests have no faults', () => {
  for (const messages of [
    [user()],
    [user(), answer(), user()],
    [user(), answer('', 'a', 'b'), result('a'), result('b')],
    [user(), answer('', 'a'), result('a'), answer('', 'a'), result('a')],
  ])
    expect(findPromptFaults({ messages })).toEqual([]);
});

test.each<[string, PromptMessage[], string]>([
  ['nothing', [], 'messages: the last one must be a user message or a result'],
  ['an answer first', [answer(), user()], 'messages[0]: the first message must be a user message'],
  ['users in a row', [user(), user()], 'messages[1]: two user messages in a row'],
  ['answers in a row', [user(), answer(), answer(), user()], 'messages[2]: two assistant messages in a row'],
  ['an empty message', [user(' ')], 'messages[0]: a user message must not be empty'],
  ['an empty answer', [user(), answer(''), user()], 'messages[1]: an assistant message must not be empty'],
  ['a call without a result', [user(), answer('', 'a')], 'messages: the calls a have no result'],
  [
    'a call without a result before the next message',
    [user(), answer('', 'a'), user()],
    'messages[2]: the calls a have no result before this message',
  ],
  ['a result of nothing', [user(), result('a')], 'messages[1]: a result for a where none was expected'],
  [
    'results out of order',
    [user(), answer('', 'a', 'b'), result('b'), result('a')],
    'messages[2]: a result for b where a was expected',
  ],
  [
    'two calls of one id',
    [user(), answer('', 'a', 'a'), result('a'), result('a')],
    'messages[1]: two calls have one id',
  ],
  ['an answer last', [user(), answer()], 'messages: the last one must be a user message or a result'],
  ['half a character', [user('a\ud83d')], 'messages[0]: a text holds half of a surrogate pair'],
])('%s is a fault', (_name, messages, fault) => {
  expect(findPromptFaults({ messages })).toContain(fault);
});
