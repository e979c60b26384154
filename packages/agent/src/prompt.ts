// The conversation as the model sees it later: from final messages alone. Nothing of a past turn's work enters a
// prompt. The system text is `context/system-prompt.ts`'s.
import type { Message } from '@slipstream/protocol';
import type { PromptMessage } from './model.ts';

const endNotes: Partial<Record<Message['status'], string>> = {
  cancelled: '[The user stopped this answer before it was complete.]',
  interrupted: '[The server stopped during this answer; it is not complete.]',
  failed: '[This answer failed before it was complete.]',
  max_steps: '[This answer ended at the step limit.]',
  length: '[This answer was cut at the output limit.]',
  content_filter: '[This answer was stopped by a content filter.]',
};

/**
 * One message as the model sees it later. An answer that did not end well says so, so that "continue" works; so does
 * one whose changes of files the user undid, of which the model would else believe that they are there.
 */
export function toPromptMessage(message: Message, undone: readonly string[] = []): PromptMessage {
  if (message.role === 'user') return { role: 'user', text: message.text };
  const note = endNotes[message.status] ?? (message.text.trim() === '' ? '[This answer has no text.]' : '');
  const undoNote =
    undone.length > 0
      ? `[Afterwards the user undid this answer's changes to: ${undone.join(', ')}. Those files are as they were before it; do not assume the changes are there, and do not make them again unless asked.]`
      : '';
  const text = [message.text, note, unknownNote(message), undoNote]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
  return { role: 'assistant', text, reasoning: '', calls: [] };
}

/** What had started when the server died: it may have happened, so the model must look before it does it again. */
function unknownNote({ trace }: Message): string {
  const calls = trace?.unknown ?? [];
  if (calls.length === 0) return '';
  const list = calls.map((call) => `- ${call}`).join('\n');
  return `[These tool calls had started when the server stopped. Whether they took effect is unknown; check before you repeat one:\n${list}]`;
}
