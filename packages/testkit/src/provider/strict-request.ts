// What a strict OpenAI-compatible provider refuses in a request. Pure: a body in, every fault out, in words. The
// order of messages is judged by `strict-order.ts`.
import { findOrderFaults } from './strict-order.ts';

type Fields = Record<string, unknown>;

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;

/** The faults of a request's body; none means that it is a ChatRequest. */
export function findFaults(body: unknown): string[] {
  if (!isFields(body)) return ['the body is not a JSON object'];
  const faults = [...findOptionFaults(body), ...findToolFaults(body)];
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length === 0)
    return [...faults, 'messages: must be a list with at least one message'];
  const messageFaults = messages.flatMap((message, index) =>
    findMessageFaults(message).map((fault) => `messages[${index}]: ${fault}`),
  );
  if (!isWellFormed(messages)) messageFaults.push('messages: a text holds half of a surrogate pair');
  // The order is only judged once each message is sound by itself.
  return [...faults, ...(messageFaults.length > 0 ? messageFaults : findOrderFaults(messages))];
}

function findOptionFaults(body: Fields): string[] {
  const faults: string[] = [];
  if (typeof body['model'] !== 'string' || body['model'] === '') faults.push('model: must be a name');
  if (body['stream_options'] !== undefined && body['stream'] !== true)
    faults.push('stream_options: only allowed when stream is true');
  if (body['max_tokens'] !== undefined && body['max_completion_tokens'] !== undefined)
    faults.push('max_tokens and max_completion_tokens: only one of them is allowed');
  for (const key of ['max_tokens', 'max_completion_tokens']) {
    const limit = body[key];
    if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) > 0))
      faults.push(`${key}: must be a positive whole number`);
  }
  return faults;
}

function findToolFaults(body: Fields): string[] {
  const { tools } = body;
  if (tools === undefined) {
    const needing = ['tool_choice', 'parallel_tool_calls'].filter((key) => body[key] !== undefined);
    return needing.map((key) => `${key}: only allowed when tools are given`);
  }
  if (!Array.isArray(tools) || tools.length === 0) return ['tools: must not be empty'];
  const names = new Set<string>();
  return tools.flatMap((tool: unknown, index) => {
    const spec = isFields(tool) && tool['type'] === 'function' ? tool['function'] : undefined;
    if (!isFields(spec)) return [`tools[${index}]: must be a function`];
    const { name, parameters } = spec;
    if (typeof name !== 'string' || !namePattern.test(name))
      return [`tools[${index}]: the name does not match ${namePattern}`];
    if (names.has(name)) return [`tools[${index}]: the name ${name} is there twice`];
    names.add(name);
    if (parameters !== undefined && !(isFields(parameters) && parameters['type'] === 'object'))
      return [`tools[${index}]: parameters must be a JSON schema of an object`];
    return [];
  });
}

function findMessageFaults(message: unknown): string[] {
  if (!isFields(message)) return ['must be an object'];
  switch (message['role']) {
    case 'system':
    case 'developer':
    case 'user':
      return hasText(message['content']) ? [] : ['content must not be empty'];
    case 'tool': {
      const faults = [];
      if (typeof message['tool_call_id'] !== 'string') faults.push('tool_call_id is missing');
      if (!isContent(message['content'])) faults.push('content must be text');
      return faults;
    }
    case 'assistant':
      return findAssistantFaults(message);
    default:
      return [`the role ${JSON.stringify(message['role'])} is not known`];
  }
}

function findAssistantFaults(message: Fields): string[] {
  const { content, tool_calls: calls } = message;
  if (content !== undefined && content !== null && !isContent(content)) return ['content must be text'];
  if (calls === undefined) return hasText(content) ? [] : ['an assistant message must not be empty'];
  if (!Array.isArray(calls) || calls.length === 0) return ['tool_calls must not be empty'];
  const ids = new Set<unknown>();
  return calls.flatMap((call: unknown, index) => {
    const at = `tool_calls[${index}]`;
    if (!isFields(call) || call['type'] !== 'function' || !isFields(call['function']))
      return [`${at} must be a function call`];
    const { id } = call;
    const { name, arguments: args } = call['function'];
    const faults = [];
    if (typeof id !== 'string' || id === '') faults.push(`${at}.id is missing`);
    if (ids.has(id)) faults.push(`${at}.id ${id} is there twice`);
    ids.add(id);
    if (typeof name !== 'string' || !namePattern.test(name))
      faults.push(`${at}.function.name does not match ${namePattern}`);
    if (!isJsonObject(args)) faults.push(`${at}.function.arguments is not the text of a JSON object`);
    return faults;
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isContent(content: unknown): boolean {
  return typeof content === 'string' || (Array.isArray(content) && content.every(isFields));
}

function hasText(content: unknown): boolean {
  return isContent(content) && (content as string | unknown[]).length > 0;
}

/** True when every text in the value is Unicode; text that was cut carelessly is not. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return typeof value !== 'object' || value === null || Object.values(value).every(isWellFormed);
}

function isJsonObject(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  try {
    return isFields(JSON.parse(text));
  } catch {
    return false;
  }
}
