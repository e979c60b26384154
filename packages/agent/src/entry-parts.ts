// What of an event's shown form, and of a sub-agent's end, goes into the entry that is stored of it.
import { type AgentEvent, type EntryStatus, type TurnStatus, utf8Bytes } from '@slipstream/protocol';

export function toKept(shown: AgentEvent): { kept?: number } {
  return 'kept' in shown && shown.kept !== undefined ? { kept: shown.kept } : {};
}

export function toShown(shown: AgentEvent): { shown?: number } {
  if (shown.type !== 'tool.finished' || shown.outputBytes === undefined) return {};
  return { shown: utf8Bytes(shown.output) };
}

export function toEntryStatus(status: TurnStatus): EntryStatus {
  if (status === 'completed') return 'ok';
  return status === 'cancelled' || status === 'interrupted' ? 'cancelled' : 'error';
}
