// Which message may follow which: one system message first, user and assistant in turn, and after an assistant
// message with calls exactly the results of those calls, in their order.
import type { ChatMessage } from './chat-request.ts';

/** The faults in the order of messages, each of which is sound by itself. */
export function findOrderFaults(messages: readonly ChatMessage[]): string[] {
  const faults: string[] = [];
  let open: string[] = [];
  let before: string | undefined;

  for (const [index, message] of messages.entries()) {
    const role = message.role === 'developer' ? 'system' : message.role;
    const fault = (text: string) => faults.push(`messages[${index}]: ${text}`);

    if (role !== 'tool' && open.length > 0) {
      fault(`the calls ${open.join(', ')} have no result before this message`);
      open = [];
    }
    if (role === 'system' && index > 0) fault('a system message must be the first and the only one');
    if (role === 'user' && before === 'user') fault('two user messages in a row');
    if (role === 'assistant' && before === 'assistant') fault('two assistant messages in a row');
    if (role === 'assistant' && (before === undefined || before === 'system'))
      fault('the first message after the system message must be a user message');
    if (message.role === 'assistant') open = (message.tool_calls ?? []).map((call) => call.id);
    if (message.role === 'tool') {
      const id = message.tool_call_id;
      if (!open.includes(id)) fault(`a result for ${id}, which is not an open call of the message before`);
      else if (open[0] !== id) fault(`the result of ${id} comes before that of ${open[0]}`);
      open = open.filter((other) => other !== id);
    }
    before = role;
  }

  if (open.length > 0) faults.push(`messages: the calls ${open.join(', ')} have no result`);
  else if (before !== 'user' && before !== 'tool')
    faults.push('messages: the last one must be a user message or a result');
  return faults;
}
