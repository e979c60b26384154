// A process of its own that is a model that answers at once: it calls the tool `note` until as many results as its name
// says (`steps20`) are in the request, then says that it is done. An agent with tools of its own has no `note`; its list
// of tasks is written instead, which changes nothing either. What it costs to think is none of the loops' doing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Request = {
  model: string;
  messages: { role: string }[];
  tools?: { function: { name: string } }[];
};

const todo = (n: number) => ({ content: `number ${n}`, status: 'pending', priority: 'low' });
const calls: Record<string, (n: number) => object> = {
  note: (n) => ({ text: `number ${n}` }),
  todo_write: (n) => ({ todos: [{ text: `number ${n}`, status: 'pending' }] }),
  todowrite: (n) => ({ todos: [todo(n)] }),
};

const line = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-A1b2C3d4E5f6',
    object: 'chat.completion.chunk',
    created: 1_767_225_600,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;
const usage = { prompt_tokens: 1000, completion_tokens: 20, total_tokens: 1020 };
const end = `data: ${JSON.stringify({
  id: 'chatcmpl-A1b2C3d4E5f6',
  object: 'chat.completion.chunk',
  created: 1_767_225_600,
  model: 'm',
  choices: [],
  usage,
})}\n\ndata: [DONE]\n\n`;

function answer({ model, messages, tools = [] }: Request): string {
  const results = messages.filter(({ role }) => role === 'tool').length;
  if (results >= Number(/\d+/.exec(model)?.[0]))
    return line({ role: 'assistant', content: 'Done.' }, null) + line({}, 'stop') + end;
  const name = tools.map((tool) => tool.function.name).find((each) => each in calls) ?? 'note';
  const call = {
    index: 0,
    id: `call_${results}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(calls[name]?.(results)) },
  };
  return line({ role: 'assistant', tool_calls: [call] }, null) + line({}, 'tool_calls') + end;
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(answer(JSON.parse(body) as Request));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
