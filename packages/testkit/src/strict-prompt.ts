// What a strict provider would refuse in a request as the Model port has it: user and assistant in turn, every call
// with its result right after it and in order, nothing empty. Pure, and free of Node.
import type { ModelRequest, PromptMessage } from '@slipstream/agent';

/** Every fault in words; none means that the request is sound. */
export function findPromptFaults({ messages }: Pick<ModelRequest, 'messages'>): string[] {
  const faults: string[] = [];
  let open: string[] = [];
  let before: PromptMessage['role'] | undefined;
  for (const [index, message] of messages.entries()) {
    const fault = (text: string) => faults.push(`messages[${index}]: ${text}`);
    if (message.role !== 'tool' && open.length > 0) {
      fault(`the calls ${open.join(', ')} have no result before this message`);
      open = [];
    }
    if (!isWellFormed(message)) fault('a text holds half of a surrogate pair');
    switch (message.role) {
      case 'user':
        if (message.text.trim() === '') fault('a user message must not be empty');
        if (before === 'user') fault('two user messages in a row');
        break;
      case 'assistant':
        if (message.text.trim() === '' && message.calls.length === 0)
          fault('an assistant message must not be empty');
        if (before === 'assistant') fault('two assistant messages in a row');
        if (before === undefined) fault('the first message must be a user message');
        open = message.calls.map(({ id }) => id);
        if (new Set(open).size < open.length) fault('two calls have one id');
        break;
      case 'tool':
        if (open[0] !== message.callId)
          fault(`a result for ${message.callId} where ${open[0] ?? 'none'} was expected`);
        open = open.filter((id) => id !== message.callId);
    }
    before = message.role;
  }
  if (open.length > 0) faults.push(`messages: the calls ${open.join(', ')} have no result`);
  else if (before !== 'user' && before !== 'tool')
    faults.push('messages: the last one must be a user message or a result');
  return faults;
}

function isWellFormed(message: PromptMessage): boolean {
  return message.text.isWellFormed();
}
