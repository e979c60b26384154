// One message as a file of its own, named and worded like the export of its chat.
import type { Message, Trajectory } from '@slipstream/protocol';
import type { NamedFile } from '../sessions/download.ts';

/** What was written, and how it ended where it did not end well. */
export function toMarkdownFile({ id, text, role, status }: Message): NamedFile {
  const ending = role === 'user' || status === 'completed' ? '' : `_(${status})_`;
  const parts = [text, ending].filter((part) => part !== '');
  return { name: `message-${id}.md`, type: 'text/markdown', text: `${parts.join('\n\n')}\n` };
}

/** An answer with the whole record of the work behind it. */
export function toWorkFile(message: Message, trajectory: Trajectory): NamedFile {
  return {
    name: `message-${message.id}.json`,
    type: 'application/json',
    text: `${JSON.stringify({ message, ...trajectory }, null, 2)}\n`,
  };
}
