// The active branch of a session for people: what was said, and in one line each what was done.
import type { Message, SessionArchive, ToolInput, TrajectoryEntry } from '@slipstream/protocol';
import { activeBranch } from './active-branch.ts';

export function toMarkdown(archive: SessionArchive): string {
  const turns = new Map(archive.turns.map((each) => [each.turn.id, each.entries]));
  const parts = [`# ${archive.session.title}`, `_${archive.session.model}, ${archive.session.createdAt}_`];
  for (const message of activeBranch(archive))
    parts.push(toSection(message, turns.get(message.turnId) ?? []));
  return `${parts.join('\n\n')}\n`;
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
