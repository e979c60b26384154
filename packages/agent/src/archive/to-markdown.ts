// The active branch of a session for people: what was said, and in one line each what was done.
import type { Message, ToolInput, TrajectoryEntry } from '@slipstream/protocol';
import type { ArchiveReading } from '../store.ts';

export async function* toMarkdown({ session, branch }: ArchiveReading): AsyncGenerator<string> {
  yield `# ${session.title}\n\n_${session.model}, ${session.createdAt}_`;
  for await (const { message, turn } of branch()) yield `\n\n${toSection(message, turn?.entries ?? [])}`;
  yield '\n';
}

function toSection(message: Message, entries: readonly TrajectoryEntry[]): string {
  if (message.role === 'user') return `## You\n\n${message.text}`;
  const calls = entries.filter((entry) => entry.kind === 'tool').map(toLine);
  const ending = message.status === 'completed' ? '' : `_(${message.status})_`;
  return ['## Slipstream', calls.join('\n'), message.text, ending].filter((part) => part !== '').join('\n\n');
}

function toLine({ name, status, input }: TrajectoryEntry): string {
  const { title = '' } = (input ?? {}) as Partial<ToolInput>;
  const words = title === '' || title === name ? '' : ` ${title.replace(/\s+/g, ' ').replace(/`/g, 'ʼ')}`;
  return `- \`${name}\`${words}${status === 'ok' ? '' : ` (${status})`}`;
}
