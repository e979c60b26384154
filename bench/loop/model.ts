// A process of its own that is a model that answers at once: it calls the tool `note` until as many results as its name
// says (`steps20`) are in the request, then says that it is done. What it costs to think is none of the loops' doing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Request = { model: string; messages: { role: string }[] };

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

function answer({ model, messages }: Request): string {
  const results = messages.filter(({ role }) => role === 'tool').length;
  if (results >= Number(/\d+/.exec(model)?.[0]))
    return line({ role: 'assistant', content: 'Done.' }, null) + line({}, 'stop') + end;
  const call = {
    index: 0,
    id: `call_${results}`,
    type: 'function',
    function: { name: 'note', arguments: JSON.stringify({ text: `number ${results}` }) },
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
