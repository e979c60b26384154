// A session as the text of a file, a piece at a time.
import { assertNever, type ExportFormat } from '@slipstream/protocol';
import type { ToolSpec } from '../model.ts';
import type { ArchiveReading } from '../store.ts';
import { toFineTuning } from './to-fine-tuning.ts';
import { type ArchiveParts, toJson } from './to-json.ts';
import { toMarkdown } from './to-markdown.ts';

/** `whole`: what the JSON form says besides. */
export function toExport(
  reading: ArchiveReading,
  format: ExportFormat,
  whole: Pick<ArchiveParts, 'exportedAt' | 'session' | 'attachments'>,
  tools: readonly ToolSpec[],
): AsyncIterable<string> {
  switch (format) {
    case 'markdown':
      return toMarkdown(reading);
    case 'json':
      return toJson({ ...whole, messages: reading.messages(), turns: reading.turns() });
    case 'jsonl':
      return toFineTuning(reading, tools);
    default:
      return assertNever(format);
  }
}
