import { expect, test } from 'vitest';
import { findFaults } from './strict-request.ts';

const system = { role: 'system', content: 'You help.' };
const user = { role: 'user', content: 'hello' };
const assistant = { role: 'assistant', content: 'hi' };
const call = (id: string, args = '{}', name = 'bash') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const calls = (...list: object[]) => ({ role: 'assistant', content: null, tool_calls: list });
const result = (id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content });
const tool = (name: string, parameters: unknown = { type: 'object', properties: {} }) => ({
  type: 'function',
  function: { name, description: 'd', parameters },
});
const body = (messages: unknown, more: object = {}) => ({ model: 'm', messages, ...more });

test.each([
  ['one user message', body([user])],
  ['a conversation', body([system, user, assistant, user])],
  ['parts as content', body([{ role: 'user', content: [{ type: 'text', text: 'x' }] }])],
  [
    'calls with their results',
    body([system, user, calls(call('a'), call('b')), result('a'), result('b', '')]),
  ],
  [
    'text beside calls',
    body([user, { ...calls(call('a')), content: 'I look.' }, result('a'), assistant, user]),
  ],
  ['several rounds of calls', body([user, calls(call('a')), result('a'), calls(call('b')), result('b')])],
  ['a message that joins between steps', body([user, calls(call('a')), result('a'), user])],
  [
    'tools and options',
    body([user], { tools: [tool('a'), tool('b')], stream: true, stream_options: {}, max_tokens: 5 }),
  ],
])('has nothing against %s', (_, good) => {
  expect(findFaults(good)).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  ['no object', [], ['the body is not a JSON object']],
  ['no messages', body([]), ['messages: must be a list with at least one message']],
  ['no model', { messages: [user] }, ['model: must be a name']],
  ['an unknown role', body([{ role: 'bot', content: 'x' }]), ['messages[0]: the role "bot" is not known']],
  [
    'an empty user message',
    body([{ role: 'user', content: '' }]),
    ['messages[0]: content must not be empty'],
  ],
  [
    'an empty system message',
    body([{ role: 'system', content: '' }, user]),
    ['messages[0]: content must not be empty'],
  ],
  [
    'an empty assistant message',
    body([user, { role: 'assistant', content: '' }, user]),
    ['messages[1]: an assistant message must not be empty'],
  ],
  [
    'an assistant message of null',
    body([user, { role: 'assistant', content: null }, user]),
    ['messages[1]: an assistant message must not be empty'],
  ],
  [
    'an empty list of calls',
    body([user, { ...assistant, tool_calls: [] }, user]),
    ['messages[1]: tool_calls must not be empty'],
  ],
  [
    'broken arguments',
    body([user, calls(call('a', '{"x')), result('a')]),
    ['messages[1]: tool_calls[0].function.arguments is not the text of a JSON object'],
  ],
  [
    'empty arguments',
    body([user, calls(call('a', '')), result('a')]),
    ['messages[1]: tool_calls[0].function.arguments is not the text of a JSON object'],
  ],
  [
    'arguments that are a list',
    body([user, calls(call('a', '[]')), result('a')]),
    ['messages[1]: tool_calls[0].function.arguments is not the text of a JSON object'],
  ],
  [
    'a call without an id',
    body([user, calls(call('')), result('')]),
    ['messages[1]: tool_calls[0].id is missing'],
  ],
  [
    'an id twice',
    body([user, calls(call('a'), call('a')), result('a')]),
    ['messages[1]: tool_calls[1].id a is there twice'],
  ],
  [
    'a bad name of a call',
    body([user, calls(call('a', '{}', 'a b')), result('a')]),
    ['messages[1]: tool_calls[0].function.name does not match /^[a-zA-Z0-9_-]{1,64}$/'],
  ],
  [
    'a result that is no text',
    body([user, calls(call('a')), result('a', { x: 1 })]),
    ['messages[2]: content must be text'],
  ],
  [
    'half of a surrogate pair',
    body([{ role: 'user', content: 'x\ud83d' }]),
    ['messages: a text holds half of a surrogate pair'],
  ],
  ['an empty list of tools', body([user], { tools: [] }), ['tools: must not be empty']],
  ['a tool twice', body([user], { tools: [tool('a'), tool('a')] }), ['tools[1]: the name a is there twice']],
  [
    'a bad name of a tool',
    body([user], { tools: [tool('é')] }),
    ['tools[0]: the name does not match /^[a-zA-Z0-9_-]{1,64}$/'],
  ],
  [
    'parameters of no object',
    body([user], { tools: [tool('a', { type: 'string' })] }),
    ['tools[0]: parameters must be a JSON schema of an object'],
  ],
  ['a tool that is no function', body([user], { tools: [{ name: 'a' }] }), ['tools[0]: must be a function']],
  [
    'a choice without tools',
    body([user], { tool_choice: 'auto' }),
    ['tool_choice: only allowed when tools are given'],
  ],
  [
    'stream options without a stream',
    body([user], { stream_options: {} }),
    ['stream_options: only allowed when stream is true'],
  ],
  ['no room for an answer', body([user], { max_tokens: 0 }), ['max_tokens: must be a positive whole number']],
  [
    'two limits',
    body([user], { max_tokens: 1, max_completion_tokens: 1 }),
    ['max_tokens and max_completion_tokens: only one of them is allowed'],
  ],
])('refuses %s', (_, bad, faults) => {
  expect(findFaults(bad)).toEqual(faults);
});

test('text that only speaks of surrogates is sound', () => {
  expect(findFaults(body([{ role: 'user', content: 'the text \\ud83d and 😀' }]))).toEqual([]);
});
